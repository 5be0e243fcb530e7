#pragma once
#include "json.h"

#include <QtCore/QPointF>
#include <QtCore/QRectF>
#include <QtCore/QSizeF>

#include <initializer_list>
#include <utility>
#include <variant>

namespace deskprobe
{

/// A value that would give a secret away.
struct Masked {
};

/// Why a value could not be read.
struct ReadError {
    QString what;
};

/// A property's value in a form that any thread may hold.
using Value
    = std::variant<std::monostate, bool, qint64, double, QString, QRectF, QSizeF, QPointF, JsonText, ReadError, Masked>;

/// Writes a value as JSON. Any thread.
void writeValue(JsonWriter& json, const Value& value);

/// Writes a text, cut to what the protocol allows.
void writeBounded(JsonWriter& json, const QString& text);

/// Writes an object whose members are numbers.
void writeNumbers(JsonWriter& json, std::initializer_list<std::pair<const char*, double>> members);

} // namespace deskprobe
