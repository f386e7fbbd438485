#include "CCurlShims.h"

CURLcode sv_easy_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode sv_easy_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode sv_easy_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode sv_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

CURLcode sv_easy_set_body(CURL *handle, const void *bytes, curl_off_t count) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return result ? result : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

CURLcode sv_easy_set_write(CURL *handle, curl_write_callback function, void *context) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
    return result ? result : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

CURLcode sv_easy_set_header(CURL *handle, curl_write_callback function, void *context) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, function);
    return result ? result : curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

CURLcode sv_easy_set_read(CURL *handle, curl_read_callback function, void *context) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
    return result ? result : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

CURLcode sv_easy_set_open_socket(CURL *handle, curl_opensocket_callback function, void *context) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
    return result ? result : curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

CURLcode sv_easy_set_progress(CURL *handle, curl_xferinfo_callback function, void *context) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
    if (!result) result = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return result ? result : curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

long sv_easy_get_long(CURL *handle, CURLINFO info, long fallback) {
    long value = fallback;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : fallback;
}

curl_off_t sv_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t fallback) {
    curl_off_t value = fallback;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : fallback;
}

CURLMcode sv_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}
