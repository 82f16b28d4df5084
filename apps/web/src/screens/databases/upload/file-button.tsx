import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonStyle } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** The files that can become a database. */
const accepted = '.sqlite,.sqlite3,.db,.db3,.csv,.tsv,.xlsx,.xlsm'

interface FileButtonProps extends ButtonStyle {
  label: string
  disabled?: boolean
  /** Why it is disabled. */
  title?: string | undefined
  onFiles: (files: File[]) => void
}

/** A button that opens the system's file picker for SQLite, CSV, and Excel files. */
export function FileButton({ label, disabled = false, title, onFiles, ...style }: FileButtonProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={t('{label}: files', { label })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        {...style}
        disabled={disabled}
        title={title ?? t('SQLite, CSV, or Excel (.xlsx)')}
        onClick={() => input.current?.click()}
      >
        {style.size !== 'small' && <Icon of={Upload} />}
        {label}
      </Button>
    </>
  )
}
