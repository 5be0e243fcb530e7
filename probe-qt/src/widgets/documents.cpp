#include "core/protocol.gen.h"
#include "core/values/plaintext.h"
#include "widgets.h"

#include <QtGui/QTextDocument>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QTextEdit>

#include <cstring>

namespace deskprobe
{
namespace
{

const QTextDocument* documentOf(QObject* element, const ClassFacts& facts)
{
    switch (static_cast<WidgetKind>(facts.kind)) {
    case WidgetKind::TextEdit:
        return static_cast<QTextEdit*>(element)->document();
    case WidgetKind::PlainTextEdit:
        return static_cast<QPlainTextEdit*>(element)->document();
    default:
        return nullptr;
    }
}

constexpr int kMaxUnited = 1000;

/// These unite the rectangles of all children.
bool isChildrenArea(const char* property)
{
    return std::strcmp(property, "childrenRect") == 0 || std::strcmp(property, "childrenRegion") == 0;
}

bool isWholeText(const char* property)
{
    return std::strcmp(property, "plainText") == 0 || std::strcmp(property, "html") == 0
        || std::strcmp(property, "markdown") == 0;
}

} // namespace

bool Widgets::isSpecial(const ClassFacts&, const char* property) const
{
    return isChildrenArea(property) || isWholeText(property);
}

bool Widgets::readSpecial(
    QObject* element, const ClassFacts& facts, const char* property, Value& value, qint64* full) const
{
    if (isChildrenArea(property)) {
        if (element->children().size() <= kMaxUnited)
            return false;
        value = ReadError{QStringLiteral("not read: too many children")};
        return true;
    }
    const QTextDocument* document = documentOf(element, facts);
    // Writing a long document as HTML would take seconds; all three forms then are the beginning of its plain text.
    if (!document || document->characterCount() <= protocol::kTextUnits)
        return false;
    value = documentText(*document, full);
    return true;
}

} // namespace deskprobe
