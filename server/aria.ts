/** ARIA's role names, which callers who know the web use, in the words of AT-SPI that elements have. */

const ARIA_ROLES = new Map<string, readonly string[]>(
  Object.entries({
    alert: ['alert'],
    alertdialog: ['alert'],
    button: ['push button', 'toggle button'],
    cell: ['table cell'],
    checkbox: ['check box'],
    columnheader: ['table column header'],
    combobox: ['combo box'],
    dialog: ['dialog', 'alert', 'file chooser', 'color chooser', 'font chooser'],
    grid: ['table'],
    gridcell: ['table cell'],
    group: ['grouping', 'panel'],
    img: ['image'],
    link: ['link'],
    list: ['list'],
    listbox: ['list'],
    listitem: ['list item'],
    menu: ['menu', 'popup menu'],
    menubar: ['menu bar'],
    menuitem: ['menu item', 'menu'],
    menuitemcheckbox: ['check menu item'],
    menuitemradio: ['radio menu item'],
    option: ['list item'],
    progressbar: ['progress bar'],
    radio: ['radio button'],
    row: ['table row'],
    rowheader: ['table row header'],
    scrollbar: ['scroll bar'],
    searchbox: ['text'],
    separator: ['separator'],
    slider: ['slider', 'dial'],
    spinbutton: ['spin button'],
    status: ['status bar'],
    switch: ['check box', 'toggle button'],
    tab: ['page tab'],
    table: ['table'],
    tablist: ['page tab list'],
    textbox: ['text', 'password text'],
    toolbar: ['tool bar'],
    tooltip: ['tool tip'],
    tree: ['tree'],
    treegrid: ['tree'],
    treeitem: ['tree item'],
  }),
);

/** The AT-SPI roles that an ARIA role stands for; undefined if it is none. */
export function rolesOfAria(name: string): readonly string[] | undefined {
  return ARIA_ROLES.get(name.toLowerCase());
}

/** Whether the name of an AT-SPI role has this in it, as "button" is in "push button"; lower case. */
export function isPartOfRole(text: string): boolean {
  return [...ARIA_ROLES.values()].some((roles) => roles.some((role) => role.includes(text)));
}
