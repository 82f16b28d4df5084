import { productVersion } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { formatCount } from '../../lib/format.ts'
import { Fact, OverviewSection } from './overview-section.tsx'

/** What this installation runs. */
export function InstallationFacts({ queuedEmails }: { queuedEmails: number | null }) {
  const { t } = useTranslation()
  const status = useQuery(environmentStatusQuery).data
  const isBuiltin = status?.orchestration_provider === 'builtin'
  return (
    <OverviewSection title={t('This installation')}>
      <dl>
        <Fact label={t('Version')}>{productVersion}</Fact>
        <Fact label={t('Answers come from')}>
          {status !== undefined && (
            <Link to="/models">
              {isBuiltin ? t('The built-in engine') : (status.orchestration_model ?? t('A language model'))}
            </Link>
          )}
        </Fact>
        <Fact label={t('Queued emails')}>{queuedEmails === null ? '' : formatCount(queuedEmails)}</Fact>
      </dl>
    </OverviewSection>
  )
}
