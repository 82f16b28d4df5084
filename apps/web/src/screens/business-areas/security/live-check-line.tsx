import { CircleCheck, CloudOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { LiveCheck } from './use-live-check.ts'
import styles from './rules.module.css'

/** The state of the rules' check, in one line. */
export function LiveCheckLine({ check }: { check: LiveCheck }) {
  const { t } = useTranslation()
  const { state, databases, message, problems } = check
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return (
    <output className={cn('meta', styles.liveCheck)}>
      {state === 'checking' && <span className="faint">{t('Checking rules...')}</span>}
      {state === 'offline' && (
        <span className="text-warning">
          <Icon of={CloudOff} small />
          {t('Could not reach the server to check the rules. They are checked again as you type.')}
        </span>
      )}
      {state === 'failed' && (
        <span className="text-warning">
          <Icon of={TriangleAlert} small />
          {t('Could not check the rules.')} {message}
        </span>
      )}
      {state === 'checked' && errors > 0 && (
        <span className="text-danger">
          <Icon of={TriangleAlert} small />
          {t('{n, plural, one {# rule problem} other {# rule problems}}', { n: errors })}
        </span>
      )}
      {state === 'checked' && errors === 0 && (
        <span className="muted">
          <Icon of={CircleCheck} small className="text-success" />
          {databases.length === 0
            ? t('The rules were not checked because no database has passed its connection test.')
            : t('Rules checked against {databases}.', { databases: databases.join(', ') })}
        </span>
      )}
    </output>
  )
}
