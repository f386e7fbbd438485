#define _GNU_SOURCE
#include "CCurlShims.h"

#include <sys/socket.h>

curl_socket_t sv_open_socket(const struct curl_sockaddr *address) {
    int type = address->socktype | SOCK_CLOEXEC;
    int descriptor = socket(address->family, type, address->protocol);
    return descriptor < 0 ? CURL_SOCKET_BAD : descriptor;
}
