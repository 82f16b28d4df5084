import { Menu } from '@base-ui/react/menu'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** Where a menu or popover lies: above dialogs, because the side menu is one on phones and has menus too. */
export const popupClass = 'z-45'

/** The surface of a menu or popover; it fades in and out. */
export const menuClass =
  'max-h-(--available-height) min-w-55 overflow-auto rounded-panel border border-line bg-raised p-1 shadow-pop outline-none transition-opacity duration-(--fast) ease-(--ease) data-ending-style:opacity-0 data-starting-style:opacity-0'

/** The look of an entry of a menu, for lists of suggestions. */
export const menuItemClass =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-control px-2 outline-none data-disabled:text-faint data-highlighted:bg-hover max-md:min-h-11 [:where(&)]:text-ink [:where(&>svg)]:text-muted'

interface MenuPopupProps extends Pick<ComponentProps<typeof Menu.Positioner>, 'side' | 'align'> {
  className?: string
  children: ReactNode
}

/**
 * What a menu shows when it is open, inside of `Menu.Root` and after its `Menu.Trigger`. The arrow keys move between the
 * items, a letter jumps to the next item that begins with it, Enter selects, and Escape closes the menu and returns the
 * focus. A longer menu than the window scrolls.
 */
export function MenuPopup({ side = 'bottom', align = 'start', className, children }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner className={popupClass} side={side} align={align} sideOffset={4}>
        <Menu.Popup className={cn(menuClass, className)}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

/** One entry of a menu; it is highlighted by the pointer and the arrow keys, and a disabled one cannot be selected. */
export function MenuItem({
  className,
  ...rest
}: Omit<ComponentProps<typeof Menu.Item>, 'className'> & { className?: string }) {
  return <Menu.Item className={cn(menuItemClass, className)} {...rest} />
}

/** A line between groups of entries. */
export function MenuDivider() {
  return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
}
