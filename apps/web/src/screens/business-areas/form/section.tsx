import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

interface SectionProps {
  /** Identifies the section for the links at the top of the dialog. */
  id: string
  title: string
  optional?: boolean
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** One part of the dialog with its heading. */
export function Section({ id, title, optional = false, note, action, children }: SectionProps) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <section
      className="scroll-mt-11 border-b border-line py-5 [&_&]:border-0 [&_&]:p-0"
      data-section={id}
      aria-labelledby={heading}
    >
      <div className="mb-3 flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1 [&>:last-child:not(h3)]:ml-auto">
        <h3 id={heading} className="text-[15px]/5 font-semibold focus:outline-none" tabIndex={-1}>
          {title}
          {optional && ` ${t('(optional)')}`}
        </h3>
        {note !== undefined && <span className="text-meta text-faint min-w-min flex-auto">{note}</span>}
        {action}
      </div>
      {children}
    </section>
  )
}
