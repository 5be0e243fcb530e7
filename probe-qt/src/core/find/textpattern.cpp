#include "textpattern.h"

#include "core/protocol.gen.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Steps of matching in one text, which together take a few milliseconds.
constexpr int kMaxSteps = 400000;
constexpr int kMinSteps = 100;

} // namespace

TextPattern::TextPattern(const QString& pattern) : m_pattern(pattern) { }

QString TextPattern::complaint() const
{
    const QRegularExpression plain(m_pattern);
    return plain.isValid() ? QString() : plain.errorString();
}

bool TextPattern::isFoundIn(const QString& text)
{
    std::size_t place = 0;
    int size = 1;
    while (size < text.size() && place + 1 < m_bySize.size()) {
        size *= 4;
        ++place;
    }
    QRegularExpression& expression = m_bySize[place];
    if (expression.pattern().isEmpty()) {
        const int steps = std::max(kMaxSteps / size, kMinSteps);
        expression.setPattern(QStringLiteral("(*LIMIT_MATCH=%1)(*LIMIT_DEPTH=%1)").arg(steps) + m_pattern);
        expression.setPatternOptions(QRegularExpression::UseUnicodePropertiesOption);
    }
    return expression.match(text.left(protocol::kTextUnits)).hasMatch();
}

} // namespace deskprobe
