#pragma once
#include <QtCore/QString>

class QTextDocument;

namespace deskprobe
{

/// What a text shows that may be HTML.
QString shownText(const QString& text, Qt::TextFormat format = Qt::AutoText);

/// A caption without the mark of its access key: "&Open" shows as "Open".
QString withoutMnemonic(const QString& text);

/// The beginning of a document, as long as a value may be; `full` is set to the whole length if that is more.
QString documentText(const QTextDocument& document, qint64* full);

} // namespace deskprobe
