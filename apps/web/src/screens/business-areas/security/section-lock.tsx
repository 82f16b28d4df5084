import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/note.tsx'

interface SectionLockProps {
  isEditionMissing: boolean
  text: string
  edition: string
  hasRules: boolean
  isProtected: boolean | undefined
}

/** Why the rules cannot be changed here, and what stays in effect anyway. */
export function SectionLock({ isEditionMissing, text, edition, hasRules, isProtected }: SectionLockProps) {
  const { t } = useTranslation()
  return (
    <>
      {isEditionMissing && (
        <Note tone="info" className="mb-3">
          <p>{text}</p>
          <p className="text-muted">
            {t('This installation uses the {edition} edition.', { edition })}
            {hasRules && ` ${t('Existing rules stay in effect.')}`}
          </p>
        </Note>
      )}
      {!hasRules && (
        <p className="text-muted mb-2.5">
          {isProtected === true
            ? t('This area has rules. Only the owner and administrators can see them.')
            : t('This area has no rules.')}
        </p>
      )}
    </>
  )
}
