import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { message, type FullResultsRequest, type Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { ChevronDown, Download, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { exportFormatsQuery, type ExportFormat } from '../../../api/query.ts'
import { cn } from '../../../lib/cn.ts'
import { formatBytes } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'
import { CustomExportDialog, usualFormat } from './custom-export-dialog.tsx'
import { useExport, type ExportState } from './use-export.ts'

/** The number of rows that a page can safely hold in memory before saving. */
const smallResult = 100_000

const offered: { format: ExportFormat; label: Message }[] = [
  { format: 'csv', label: message('CSV') },
  { format: 'xlsx', label: message('Excel (.xlsx)') },
  { format: 'json', label: message('JSON') },
  { format: 'ndjson', label: message('JSON Lines') },
  { format: 'parquet', label: message('Parquet') },
  { format: 'custom', label: message('Custom...') },
]

const labels: Record<ExportState, Message> = {
  idle: message('Export CSV'),
  starting: message('Export CSV'),
  running: message('Cancel'),
  done: message('Exported!'),
  failed: message('Failed'),
}

/** Exports all rows of a result: as CSV with the button, in the edition's other formats with the menu next to it. */
export function ExportButton({ result, request }: { result: SqlResult; request: FullResultsRequest }) {
  const { t } = useTranslation()
  const { state, bytes, start, cancel } = useExport()
  const isLarge = result.truncated || result.displayedRows > smallResult
  const [custom, setCustom] = useState(usualFormat)
  const [isAsking, setAsking] = useState(false)
  const save = (format: ExportFormat) => {
    if (format === 'custom') setAsking(true)
    else void start(request, { format }, isLarge)
  }
  useAction(actions.exportCsv, () => save('csv'))
  const isRunning = state === 'running'
  const isBusy = isRunning || state === 'starting'
  return (
    <span className="inline-flex items-center">
      {isRunning && (
        <output className="mr-1 text-meta whitespace-nowrap text-muted tabular-nums">
          {t('Exporting... {size}', { size: formatBytes(bytes) })}
        </output>
      )}
      <Button
        kind="quiet"
        size="small"
        title={isRunning ? t('Cancel export') : exportTitle(result, t)}
        onClick={isRunning ? cancel : () => save('csv')}
      >
        <Icon of={isRunning ? X : Download} />
        <span className="@max-[600px]/results:sr-only" aria-live="polite">
          {translate(t, labels[state])}
        </span>
      </Button>
      <FormatMenu disabled={isBusy} onChoose={save} />
      {isAsking && (
        <CustomExportDialog
          format={custom}
          onClose={() => setAsking(false)}
          onExport={(chosen) => {
            setAsking(false)
            setCustom(chosen)
            void start(request, { format: 'custom', custom: chosen }, isLarge)
          }}
        />
      )}
    </span>
  )
}

function FormatMenu({ disabled, onChoose }: { disabled: boolean; onChoose: (format: ExportFormat) => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { data: formats } = useQuery({ ...exportFormatsQuery, enabled: open })
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger
        className={cn(buttonClass({ kind: 'quiet', size: 'small', square: true }), 'w-6 min-w-6 max-md:min-w-11')}
        disabled={disabled}
        aria-label={t('Export as')}
        title={t('Export as')}
      >
        <Icon of={ChevronDown} small />
      </Menu.Trigger>
      <MenuPopup side="bottom" align="end">
        {offered.map(({ format, label }) => {
          // Allow every format until the list arrives; the server decides anyway.
          const allowed = formats === undefined || formats.includes(format)
          return (
            <MenuItem key={format} disabled={!allowed} onClick={() => onChoose(format)}>
              <span className="min-w-0 flex-1">{translate(t, label)}</span>
              {!allowed && <span className="text-meta text-faint">{t('Not included in your edition')}</span>}
            </MenuItem>
          )
        })}
      </MenuPopup>
    </Menu.Root>
  )
}

function exportTitle(result: SqlResult, t: TFunction): string {
  if (!result.truncated) return t('Export CSV')
  if (result.totalRows === null) return t('Export all rows to CSV')
  return t('Export all {total, plural, one {# row} other {# rows}} to CSV', { total: result.totalRows })
}
