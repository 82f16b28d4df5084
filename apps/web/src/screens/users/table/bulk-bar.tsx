import { Menu } from '@base-ui/react/menu'
import { Ellipsis, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { bulkKinds, type BulkKind } from '../bulk-kinds.ts'
import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'

interface BulkBarProps {
  count: number
  disabled: boolean
  onAction: (kind: BulkKind) => void
  onClear: () => void
}

/** What to do with the selected users. */
export function BulkBar({ count, disabled, onAction, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const labels: Record<BulkKind, string> = {
    'add-to-group': t('Add to group'),
    'set-daily-limit': t('Set daily limit'),
    'change-role': t('Change role'),
    activate: t('Activate'),
    deactivate: t('Deactivate'),
    approve: t('Approve'),
    decline: t('Reject'),
    delete: t('Delete'),
  }
  const isDangerous = (kind: BulkKind) => kind === 'delete' || kind === 'decline'
  const direct: BulkKind[] = ['add-to-group', 'set-daily-limit', 'change-role', 'activate', 'deactivate', 'delete']
  return (
    <div
      role="toolbar"
      aria-label={t('Actions for the selected users')}
      className="sticky bottom-4 z-5 mx-auto mt-4 flex w-fit max-w-full items-center gap-1 rounded-(--r-panel) border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-(--shadow-pop) max-md:w-full"
    >
      <b className="mr-2 font-medium whitespace-nowrap tabular-nums max-md:grow">
        {t('{n, plural, one {# selected} other {# selected}}', { n: count })}
      </b>
      {direct.map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          size="small"
          disabled={disabled}
          className={cn('max-md:hidden!', isDangerous(kind) && 'text-danger!')}
          onClick={() => onAction(kind)}
        >
          {labels[kind]}
        </Button>
      ))}
      <Menu.Root>
        <Menu.Trigger
          className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
          aria-label={t('More actions')}
          disabled={disabled}
        >
          <Icon of={Ellipsis} />
        </Menu.Trigger>
        <MenuPopup align="end" side="top">
          {bulkKinds.map((kind) => (
            <MenuItem
              key={kind}
              className={cn(isDangerous(kind) && 'text-danger', direct.includes(kind) && 'md:hidden!')}
              onClick={() => onAction(kind)}
            >
              {labels[kind]}
            </MenuItem>
          ))}
        </MenuPopup>
      </Menu.Root>
      <Button kind="quiet" size="small" square aria-label={t('Clear selection')} onClick={onClear}>
        <Icon of={X} />
      </Button>
    </div>
  )
}
