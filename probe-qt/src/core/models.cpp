#include "models.h"

#include <QtCore/QAbstractProxyModel>
#include <QtCore/QThread>

namespace deskprobe
{

bool isOurs(const QAbstractItemModel* model)
{
    const QThread* thread = QThread::currentThread();
    while (model && model->thread() == thread) {
        const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model);
        if (!proxy)
            return true;
        model = proxy->sourceModel();
    }
    return false;
}

} // namespace deskprobe
