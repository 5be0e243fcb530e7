#pragma once
#include "classes.h"
#include "objects.h"

namespace deskprobe
{

/// Whether showing the value would show the secret. Any thread.
bool reveals(const QString& text, const Secret& secret);
bool reveals(const Value& value, const Secret& secret);

/// The values of the application's password fields, so that no copy of one leaves the process. GUI thread only.
class Secrets
{
public:
    Secrets(ClassCache& classes, ObjectTable& objects) : m_classes(classes), m_objects(objects) {}

    /// Where to look for password fields: every top-level window.
    void start(const std::vector<QObject*>& windows);
    /// Looks at one more element; false when all were looked at.
    bool step();

    static Secret secret(const QString& text);
    void add(const QString& text);
    /// Those to look for in everything that is sent; null if there are none.
    std::shared_ptr<const SecretList> list() const { return m_list; }

private:
    ClassCache& m_classes;
    ObjectTable& m_objects;
    std::vector<Entry*> m_open;
    std::vector<Child> m_children;
    std::shared_ptr<const SecretList> m_list;
};

} // namespace deskprobe
