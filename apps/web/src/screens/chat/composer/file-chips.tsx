import { FileText, Mic, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatBytes } from '../../../lib/format.ts'
import { chipClass } from '../../../ui/chip.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { ChosenFile } from './use-files.ts'

/** The files sent with the question, each with a button to remove it. */
export function FileChips({ files, onRemove }: { files: ChosenFile[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <ul
      className="flex max-h-29 flex-wrap gap-1.5 overflow-auto px-2.5 pt-2.5 max-md:col-span-full"
      aria-label={t('Attached files')}
    >
      {files.map(({ id, file, refusal }) => (
        <li
          key={id}
          className={cn(
            chipClass,
            'group max-w-full max-md:min-h-11 pr-0.5 text-ink! data-[refused=true]:h-auto data-[refused=true]:flex-wrap data-[refused=true]:rounded-panel data-[refused=true]:border-danger data-[refused=true]:pb-1 data-[refused=true]:whitespace-normal max-md:min-h-11',
          )}
          data-refused={refusal !== null}
        >
          <Icon of={iconOf(file, refusal)} small className="group-data-[refused=true]:text-danger" />
          <bdi className="min-w-0 truncate group-data-[refused=true]:max-w-[60%]">{file.name}</bdi>
          <span className="text-faint tabular-nums">{formatBytes(file.size)}</span>
          {refusal !== null && (
            <span className="order-1 shrink-0 min-w-0 grow basis-full wrap-anywhere text-danger">{refusal}</span>
          )}
          <button
            type="button"
            className="grid size-6 flex-none place-items-center rounded-full text-muted group-data-[refused=true]:text-danger hover:bg-hover hover:text-ink max-md:size-11"
            aria-label={t('Remove {name}', { name: file.name })}
            onClick={() => onRemove(id)}
          >
            <Icon of={X} small />
          </button>
        </li>
      ))}
    </ul>
  )
}

function iconOf(file: File, refusal: string | null): LucideIcon {
  if (refusal !== null) return TriangleAlert
  return file.type.startsWith('audio/') ? Mic : FileText
}
