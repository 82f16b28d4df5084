import type { ConnectionStage, ConnectionTestResult, StageResult } from '@parlance/contract'
import { Check, Minus, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'

const stageNames: Record<ConnectionStage, string> = {
  resolve: 'Name',
  reach: 'Reach',
  tls: 'TLS',
  'sign-in': 'Sign in',
  'read-only': 'Read-only',
  'list-tables': 'Tables',
}
const outcomes: Record<StageResult['outcome'], { text: string; className: string }> = {
  passed: { text: 'passed', className: 'done' },
  failed: { text: 'failed', className: 'fail' },
  'not-run': { text: 'not run', className: '' },
}

interface TestOutcomeProps {
  database: Database
  isTesting: boolean
  /** The last test since the page opened; null shows the test stored on the server. */
  result: ConnectionTestResult | null
}

/** How the last test ended: the stages, what failed, and what to do about it. */
export function TestOutcome({ database, isTesting, result }: TestOutcomeProps) {
  const { t } = useTranslation()
  if (isTesting) return null
  const { error, advice, failedStage, stages } = result === null ? remembered(database) : reported(result)
  return (
    <>
      {stages.length > 0 && (
        <ol className="stages" aria-label={t('Last test')}>
          {stages.map(({ stage, outcome }) => (
            <li key={stage} className={outcomes[outcome].className}>
              <b>
                <StageIcon outcome={outcome} />
                {t(stageNames[stage])}
              </b>
              {t(outcomes[outcome].text)}
            </li>
          ))}
        </ol>
      )}
      {error !== null && (
        <div className="db-problem" role="alert">
          <Icon of={TriangleAlert} className="bad" />
          <div className="grow">
            <p>
              {failedStage !== null && stages.length === 0 && (
                <b className="font-medium">{t('{stage} failed.', { stage: t(stageNames[failedStage]) })} </b>
              )}
              {error}
            </p>
            {advice !== null && <p className="muted">{advice}</p>}
          </div>
        </div>
      )}
    </>
  )
}

/** The server's record of the last test: only the failed stage, not all of them. */
function remembered({ test_error, test_advice, test_stage }: Database) {
  return { error: test_error, advice: test_advice, failedStage: test_stage, stages: [] }
}

function reported({ success, message, advice, stage, stages }: ConnectionTestResult) {
  // After a success, leave out stages that did not run: this kind does not have them.
  const shown = success ? stages.filter(({ outcome }) => outcome === 'passed') : stages
  return { error: success ? null : message, advice, failedStage: stage, stages: shown }
}

function StageIcon({ outcome }: { outcome: StageResult['outcome'] }) {
  if (outcome === 'passed') return <Icon of={Check} />
  return <Icon of={outcome === 'failed' ? X : Minus} className={cn(outcome === 'failed' && 'bad')} />
}

/** What the account can do in addition to reading (R02); it stays on the card. */
export function AccountWarnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <Note tone="warning" className="db-warnings">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Note>
  )
}
