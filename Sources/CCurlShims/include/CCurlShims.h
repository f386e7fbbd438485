/* Wrappers for the variadic functions of libcurl, which Swift cannot call: one per argument type. */
#pragma once
#include <curl/curl.h>

CURLcode sv_easy_set_long(CURL *_Nonnull handle, CURLoption option, long value);
CURLcode sv_easy_set_offset(CURL *_Nonnull handle, CURLoption option, curl_off_t value);
/* Sets an option that takes a string; libcurl copies it. */
CURLcode sv_easy_set_string(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);
/* Sets a list of header lines, which must outlive the transfer. */
CURLcode sv_easy_set_list(CURL *_Nonnull handle, CURLoption option,
                          struct curl_slist *_Nullable list);
/* Sets a request body of so many bytes; libcurl copies it. */
CURLcode sv_easy_set_body(CURL *_Nonnull handle, const void *_Nonnull bytes, curl_off_t count);
/* Set a function that libcurl calls, and its context. */
CURLcode sv_easy_set_write(CURL *_Nonnull handle, curl_write_callback _Nonnull function,
                           void *_Nonnull context);
CURLcode sv_easy_set_header(CURL *_Nonnull handle, curl_write_callback _Nonnull function,
                            void *_Nonnull context);
CURLcode sv_easy_set_read(CURL *_Nonnull handle, curl_read_callback _Nonnull function,
                          void *_Nonnull context);
CURLcode sv_easy_set_open_socket(CURL *_Nonnull handle, curl_opensocket_callback _Nonnull function,
                                 void *_Nonnull context);
/* Sets a function that libcurl calls at least once a second, and that ends the transfer by a
   result other than 0. */
CURLcode sv_easy_set_progress(CURL *_Nonnull handle, curl_xferinfo_callback _Nonnull function,
                              void *_Nonnull context);
/* Read a fact of a transfer; the fallback where libcurl has none. */
long sv_easy_get_long(CURL *_Nonnull handle, CURLINFO info, long fallback);
curl_off_t sv_easy_get_offset(CURL *_Nonnull handle, CURLINFO info, curl_off_t fallback);
CURLMcode sv_multi_set_long(CURLM *_Nonnull handle, CURLMoption option, long value);
/* Opens a socket that child processes do not inherit; CURL_SOCKET_BAD on failure. */
curl_socket_t sv_open_socket(const struct curl_sockaddr *_Nonnull address);
