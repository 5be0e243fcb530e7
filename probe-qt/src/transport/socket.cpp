#include "socket.h"

#include <array>
#include <atomic>
#include <cstring>

#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace deskprobe
{
namespace
{

constexpr std::size_t kTracked = 64;
std::array<std::atomic<int>, kTracked> trackedDescriptors; // descriptor + 1; 0 is a free place
std::atomic<bool> forkedChild{false};

// Runs between fork and whatever the child does: async-signal-safe calls only.
void leaveParentAlone()
{
    forkedChild = true;
    for (std::atomic<int>& place : trackedDescriptors) {
        const int descriptor = place.exchange(0) - 1;
        if (descriptor >= 0)
            ::close(descriptor);
    }
}

bool isPrivateFolder(const std::string& folder)
{
    struct stat status;
    return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid()
        && (status.st_mode & 077) == 0;
}

bool somebodyListens(const sockaddr_un& address)
{
    const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool answered = ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(probe);
    return answered;
}

} // namespace

int listenAt(const std::string& folder, std::string& path)
{
    path = folder + "/" + std::to_string(::getpid()) + ".sock";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (!isPrivateFolder(folder) || path.size() >= sizeof address.sun_path)
        return -1;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);

    // A file with our pid is left over from a process that died, unless another pid namespace shares the folder.
    if (::access(path.c_str(), F_OK) == 0) {
        if (somebodyListens(address))
            return -1;
        ::unlink(path.c_str());
    }

    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    // The socket's own mode is what bind gives the file; umask belongs to the application.
    if (::fchmod(listener, 0600) != 0 || ::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
        || ::listen(listener, SOMAXCONN) != 0) {
        ::close(listener);
        return -1;
    }
    static const int registered = ::pthread_atfork(nullptr, nullptr, leaveParentAlone);
    (void)registered;
    closeInForkedChild(listener);
    return listener;
}

int acceptPeer(int listener)
{
    for (;;) {
        const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (client < 0)
            return -1;
        ucred peer{};
        socklen_t size = sizeof peer;
        if (::getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
            && (peer.uid == ::geteuid() || peer.uid == 0)) {
            closeInForkedChild(client);
            return client;
        }
        ::close(client);
    }
}

void closeInForkedChild(int descriptor)
{
    for (std::atomic<int>& place : trackedDescriptors) {
        int free = 0;
        if (place.compare_exchange_strong(free, descriptor + 1))
            return;
    }
}

void forgetDescriptor(int descriptor)
{
    for (std::atomic<int>& place : trackedDescriptors) {
        int held = descriptor + 1;
        if (place.compare_exchange_strong(held, 0))
            return;
    }
}

bool inForkedChild() noexcept
{
    return forkedChild;
}

} // namespace deskprobe
