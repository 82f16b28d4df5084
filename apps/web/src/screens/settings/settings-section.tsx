import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api-error.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { SectionMessage } from './use-section.ts'
import { LiveRegion } from '../../ui/live-region.tsx'

interface SettingsSectionProps {
  title: string
  intro?: ReactNode
  /** When a saved change takes effect. */
  effect?: string
  children: ReactNode
}

/** A titled part of a page or tab. */
export function SettingsSection({ title, intro, effect, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4 border-line [section+&]:mt-8 [section+&]:border-t [section+&]:pt-8"
      aria-labelledby={id}
    >
      <h2 id={id} className="text-(length:--text-section) leading-6 font-semibold">
        {title}
      </h2>
      {intro !== undefined && <p className="-mt-3 text-muted">{intro}</p>}
      {effect !== undefined && <p className="-mt-3 text-(length:--text-dense) text-muted">{effect}</p>}
      {children}
    </section>
  )
}

/** The buttons of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
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
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-4 [&_[data-part=check]]:items-start [&_[data-part=check]>input]:mt-0.5',
        'max-md:[&_[data-part=check]]:min-h-11 max-md:[&_[data-part=check]]:py-2.5',
        className,
      )}
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
  return (
    <LiveRegion className="empty:absolute">
      {message !== null && <Note tone={message.tone}>{message.text}</Note>}
    </LiveRegion>
  )
}

interface LoadStateProps {
  query: { isPending: boolean; isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  fallback: string
}

/** Shows that something is loading, or failed and can be tried again; empty once it is loaded. */
export function LoadState({ query, fallback }: LoadStateProps) {
  const { t } = useTranslation()
  if (query.isPending) return <p className="text-muted">{t('Loading...')}</p>
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
