import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api-error.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { SectionMessage } from './use-section.ts'
import styles from './settings.module.css'

interface SettingsSectionProps {
  title: string
  intro?: ReactNode
  children: ReactNode
}

/** A titled part of a tab. */
export function SettingsSection({ title, intro, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {intro !== undefined && <p className="muted">{intro}</p>}
      {children}
    </section>
  )
}

interface SettingsFormProps {
  children: ReactNode
  className?: string
  onSubmit: (event: SyntheticEvent) => Promise<unknown>
}

/** The form of a section; its fields show their own problems. */
export function SettingsForm({ children, className, onSubmit }: SettingsFormProps) {
  return (
    <form
      className={cn(styles.form, className)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(event)
      }}
    >
      {children}
    </form>
  )
}

/** The place for a section's message; screen readers announce it. */
export function SectionNote({ message }: { message: SectionMessage | null }) {
  return <div aria-live="polite">{message !== null && <Note tone={message.tone}>{message.text}</Note>}</div>
}

interface LoadStateProps {
  query: { isPending: boolean; isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  fallback: string
}

/** Shows that something is loading, or failed and can be tried again; empty once it is loaded. */
export function LoadState({ query, fallback }: LoadStateProps) {
  const { t } = useTranslation()
  if (query.isPending) return <p className="muted">{t('Loading...')}</p>
  if (!query.isError) return null
  return (
    <Note tone="danger">
      <p>{describeError(query.error, fallback)}</p>
      <Button size="small" className="mt-2" disabled={query.isFetching} onClick={() => query.refetch()}>
        {t('Retry')}
      </Button>
    </Note>
  )
}
