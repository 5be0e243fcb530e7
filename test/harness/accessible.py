"""What the accessibility bus says of an application: one JSON list of {role, name, within, x, y, width, height}, screen
pixels; `within` is the place of its parent in the list, or -1 if that is not there.

Only what is showing, with a size, and is inside nothing that is not: entries of closed boxes call themselves showing. Arguments: pid of the application. The bus is found through the environment.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402 (the version must be chosen first)


def application(pid):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == pid:
            return child
    return None


def walk(parent, within, found):
    for index in range(parent.get_child_count()):
        accessible = parent.get_child_at_index(index)
        if accessible is None or not accessible.get_state_set().contains(Atspi.StateType.SHOWING):
            continue
        place = -1
        extents = accessible.get_extents(Atspi.CoordType.SCREEN)
        if extents.width > 0 and extents.height > 0:
            place = len(found)
            found.append(
                {
                    "role": accessible.get_role_name(),
                    "name": accessible.get_name(),
                    "within": within,
                    "x": extents.x,
                    "y": extents.y,
                    "width": extents.width,
                    "height": extents.height,
                }
            )
        walk(accessible, place, found)


root = application(int(sys.argv[1]))
elements = []
if root is not None:
    walk(root, -1, elements)
print(json.dumps(elements))
