#pragma once
#include <string>

namespace deskprobe
{

/// Listens at <folder>/<pid>.sock, for this user only.
/// The folder must be ours and closed to others. Returns a descriptor or -1; `path` is then where it listens.
int listenAt(const std::string& folder, std::string& path);

/// The next waiting client that runs as this user or root; -1 if there is none. Others are shut out.
int acceptPeer(int listener);

/// Keeps `descriptor` among those that a forked child closes, until forgotten.
void closeInForkedChild(int descriptor);
void forgetDescriptor(int descriptor);

/// True in a child that was forked without exec: it shares our descriptors but has none of our threads.
bool inForkedChild() noexcept;

} // namespace deskprobe
