#include "plaintext.h"

#include "core/protocol.gen.h"

#include <QtGui/QTextBlock>
#include <QtGui/QTextDocument>

namespace deskprobe
{
namespace
{

/// Longer HTML is converted only up to here, for the sake of the GUI thread.
constexpr int kMaxHtml = 20000;
/// Read beyond what is sent, so that a secret at the cut is still found whole.
constexpr int kMargin = 1000;

} // namespace

QString shownText(const QString& text, Qt::TextFormat format)
{
    const bool isRich = format == Qt::RichText || (format == Qt::AutoText && Qt::mightBeRichText(text));
#if QT_VERSION >= QT_VERSION_CHECK(5, 14, 0)
    const bool isMarkdown = format == Qt::MarkdownText;
#else
    const bool isMarkdown = false;
#endif
    if (!isRich && !isMarkdown)
        return text;
    QTextDocument document;
    document.setUndoRedoEnabled(false);
    if (isMarkdown)
        document.setMarkdown(text.left(kMaxHtml));
    else
        document.setHtml(text.left(kMaxHtml));
    return document.toPlainText();
}

QString withoutMnemonic(const QString& text)
{
    if (!text.contains(QLatin1Char('&')))
        return text;
    QString shown;
    shown.reserve(text.size());
    for (int i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i == text.size())
            break;
        shown += text[i];
    }
    return shown;
}

QString documentText(const QTextDocument& document, qint64* full)
{
    constexpr int kLimit = protocol::kTextUnits + kMargin;
    const int length = document.characterCount() - 1;
    if (length <= protocol::kTextUnits)
        return document.toPlainText();
    *full = length;
    QString text;
    text.reserve(kLimit);
    for (QTextBlock block = document.begin(); block.isValid() && text.size() < kLimit; block = block.next()) {
        if (block != document.begin())
            text += QLatin1Char('\n');
        const int room = kLimit - static_cast<int>(text.size());
        if (block.length() <= room) {
            text += block.text();
        } else {
            // One line may be the whole document, and block.text() would copy all of it.
            for (int i = 0; i < room; ++i)
                text += document.characterAt(block.position() + i);
        }
    }
    return text;
}

} // namespace deskprobe
