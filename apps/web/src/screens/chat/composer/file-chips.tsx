import { FileText, Mic, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { ChosenFile } from './use-files.ts'
import styles from './composer.module.css'

/** The files sent with the question, each with a button to remove it. */
export function FileChips({ files, onRemove }: { files: ChosenFile[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t('Attached files')}>
      {files.map(({ id, file, refusal }) => (
        <li key={id} className="chip" data-refused={refusal !== null}>
          <Icon of={iconOf(file, refusal)} small />
          <bdi className="truncate min-w-0">{file.name}</bdi>
          <span className="faint tabular-nums">{formatBytes(file.size)}</span>
          {refusal !== null && <span className={styles.refusal}>{refusal}</span>}
          <button
            type="button"
            className={styles.removeFile}
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
