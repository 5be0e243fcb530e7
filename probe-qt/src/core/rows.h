#pragma once
#include "core/values/values.h"
#include "protocol.gen.h"
#include "transport/server.h"

#include <QtCore/QObject>
#include <QtCore/QStringList>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace deskprobe
{

/// Full length in UTF-16 units of a value that was not read whole.
using CutLength = std::pair<QString, qint64>;

/// What few elements have; a null string or empty optional is absent.
struct Extra {
    QString qmlId;
    QString name;
    QString description;
    std::optional<double> colorAlpha;
    std::optional<double> value;
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::optional<int> rows;
    std::optional<int> columns;
    std::optional<int> row;
    std::optional<int> column;
    std::optional<int> level;
    QString shortcut;
    std::vector<CutLength> cut;
    std::vector<std::pair<QString, Value>> dynamic;
};

/// One element, as the protocol's Row.
struct Row {
    quint64 handle = 0;
    quint64 parent = 0;
    quint64 window = 0;
    quint32 classIndex = 0;
    /// Where a toolkit leaves it alone it is that of the class.
    protocol::Role role = protocol::Role::Unknown;
    quint32 flags = 0;
    quint32 omitted = 0;
    quint32 firstValue = 0;
    quint32 valueCount = 0;
    bool hasValues = false;
    bool hasText = false;
    QString objectName;
    QString text;
    QRectF rect;
    QPointF global;
    double z = 0;
    double opacity = 1;
    std::unique_ptr<Extra> extra;

    void flag(quint32 bit, bool set) { flags |= set ? bit : 0u; }
    void show(QString what)
    {
        text = std::move(what);
        hasText = true;
    }
    Extra& more()
    {
        if (!extra)
            extra = std::make_unique<Extra>();
        return *extra;
    }
};

/// A class as the protocol's Class.
struct ClassHeader {
    QString name;
    QStringList bases;
    QStringList properties;
};

enum class WindowKind { Window, Dialog, Popup, Tool, ToolTip, Other };

/// A top-level window as the protocol's Window.
struct WindowFacts {
    quint64 handle = 0;
    QString title;
    WindowKind kind = WindowKind::Other;
    /// Client area in physical pixels (logical if not onScreen).
    QRectF area;
    double dpr = 1;
    bool visible = false;
    bool active = false;
    bool modal = false;
    /// False: the platform does not tell where windows are.
    bool onScreen = true;
    quint64 nativeId = 0;
};

/// The value of a password field.
struct Secret {
    QString text;
    /// The same as it would stand inside JSON.
    QByteArray json;
};
using SecretList = std::vector<Secret>;

/// Memory of batches that have been sent, for the next ones of the same capture. Without it the GUI thread would wait
/// for the kernel again and again: to get the pages that the socket thread has just given back.
class BatchMemory
{
public:
    void lend(std::vector<Row>& rows, std::vector<Value>& values);
    void takeBack(std::vector<Row>& rows, std::vector<Value>& values);

private:
    std::mutex m_mutex;
    std::vector<std::vector<Row>> m_rows;
    std::vector<std::vector<Value>> m_values;
};

/// A part of a capture on its way to the client.
struct Batch final : Message {
    explicit Batch(std::shared_ptr<BatchMemory> lender) : memory(std::move(lender)) { memory->lend(rows, values); }
    ~Batch() override { memory->takeBack(rows, values); }

    const std::shared_ptr<BatchMemory> memory;
    std::vector<WindowFacts> windows;
    bool first = false;
    std::vector<std::shared_ptr<const ClassHeader>> classes;
    std::vector<Row> rows;
    std::vector<Value> values;
    std::shared_ptr<const SecretList> secrets;

    std::string bytes(std::uint64_t id) const override;
    int weight() const override { return static_cast<int>(rows.size() + values.size()); }
};

} // namespace deskprobe
