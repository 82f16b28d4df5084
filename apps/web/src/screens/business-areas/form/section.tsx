import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './form.module.css'

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
    <section className={styles.section} data-section={id} aria-labelledby={heading}>
      <div className={styles.sectionHead}>
        <h3 id={heading} tabIndex={-1}>
          {title}
          {optional && ` ${t('(optional)')}`}
        </h3>
        {note !== undefined && <span className="meta faint grow">{note}</span>}
        {action}
      </div>
      {children}
    </section>
  )
}
