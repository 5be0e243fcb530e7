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
    Secrets(ClassCache& classes, ObjectTable& objects) : m_classes(classes), m_objects(objects) { }

    /// Will look for password fields in this element and all below.
    void search(Entry* element) { m_open.push_back(element); }
    /// Does a little more of that; false when all is done.
    bool step();

    static Secret secret(const QString& text);
    void add(const QString& text);
    /// Those to look for in everything that is sent; null if there are none.
    std::shared_ptr<const SecretList> list() const { return m_list; }

private:
    ClassCache& m_classes;
    ObjectTable& m_objects;
    std::vector<Entry*> m_open;
    /// The element whose children are being listed.
    Entry* m_current = nullptr;
    Listing m_listing;
    std::shared_ptr<const SecretList> m_list;
};

} // namespace deskprobe
