#pragma once
#include <QtCore/QRegularExpression>

#include <array>

namespace deskprobe
{

/// A regular expression that never takes long, however it is written: where it would, it does not match. GUI thread
/// only.
class TextPattern
{
public:
    explicit TextPattern(const QString& pattern);

    /// Why it is no regular expression, or empty.
    QString complaint() const;
    bool isFoundIn(const QString& text);

private:
    const QString m_pattern;
    /// By the size of the texts that they are for, each four times that of the one before: the longer a text is, the
    /// less may be tried at each place in it.
    std::array<QRegularExpression, 8> m_bySize;
};

} // namespace deskprobe
