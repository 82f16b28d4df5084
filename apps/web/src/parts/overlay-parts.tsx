import { Menu } from '@base-ui/react/menu'
import { Check, Table2 } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuDivider, MenuItem, MenuPopup } from '../ui/menu.tsx'
import { Modal } from '../ui/modal.tsx'
import { useNotices } from '../ui/notices.tsx'
import { useQuestions } from '../ui/questions.tsx'
import { Part } from './part.tsx'

/** What lies over a page: menus, dialogs, questions, and notices. */
export function OverlayParts() {
  const [open, setOpen] = useState<'short' | 'long' | null>(null)
  const { ask, tell } = useQuestions()
  const { show } = useNotices()
  const close = () => setOpen(null)
  return (
    <>
      <Part
        name="Menu"
        about="Arrow keys move, a letter jumps to the item that begins with it, Enter selects, and Escape returns the focus."
      >
        <div className="flex gap-2">
          <MenuOf count={3} />
          <MenuOf count={60} />
        </div>
      </Part>
      <Part
        name="Dialog"
        about="Tab stays inside. Escape, the backdrop, and the close button close it, and the focus returns. Questions have no close button."
      >
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('short')}>Short dialog</Button>
          <Button onClick={() => setOpen('long')}>Dialog that scrolls</Button>
          <Button
            onClick={() =>
              void ask({ text: 'Delete “Sales”? This cannot be undone.', confirm: 'Delete', danger: true })
            }
          >
            Question
          </Button>
          <Button onClick={() => void tell('The connection was changed by someone else.')}>Alert</Button>
          <Button onClick={() => show('Copied 3 rows.')}>Notice</Button>
          <Button onClick={() => show('Could not copy the rows. Try again.', 'danger')}>Error notice</Button>
        </div>
        <Modal open={open !== null} onClose={close} title={open === 'long' ? 'Dialog that scrolls' : 'Short dialog'}>
          {Array.from({ length: open === 'long' ? 60 : 1 }, (_, at) => (
            <p key={at} className="py-1">
              Line {at + 1}.{' '}
              <Button onClick={() => void ask({ text: 'Continue?', confirm: 'Continue' })}>Ask inside</Button>
            </p>
          ))}
        </Modal>
      </Part>
    </>
  )
}

function MenuOf({ count }: { count: number }) {
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClass({})}>Menu with {count} items</Menu.Trigger>
      <MenuPopup>
        {Array.from({ length: count }, (_, at) => (
          <MenuItem key={at} disabled={at === 1}>
            <Icon of={Table2} />
            <span className="min-w-0 flex-1">{at === 1 ? 'Disabled item' : `Item ${at + 1}`}</span>
            {at === 0 && <Icon of={Check} />}
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem>Last item</MenuItem>
      </MenuPopup>
    </Menu.Root>
  )
}
