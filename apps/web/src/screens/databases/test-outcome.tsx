import {
  message,
  type ConnectionStage,
  type ConnectionTestResult,
  type Message,
  type StageResult,
} from '@parlance/contract'
import { Check, Minus, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'

const stages: Record<ConnectionStage, { name: Message; failure: Message }> = {
  resolve: { name: message('Host name'), failure: message('The host name lookup failed.') },
  reach: { name: message('Network'), failure: message('The network connection failed.') },
  tls: { name: message('TLS'), failure: message('The TLS handshake failed.') },
  'sign-in': { name: message('Sign-in'), failure: message('The sign-in failed.') },
  'read-only': { name: message('Read-only'), failure: message('The read-only check failed.') },
  'list-tables': { name: message('Tables'), failure: message('Listing the tables failed.') },
}
const outcomes: Record<StageResult['outcome'], { text: Message; className: string }> = {
  passed: { text: message('Passed'), className: 'border-success text-muted [&_svg]:text-success' },
  failed: { text: message('Failed'), className: 'border-danger text-danger' },
  'not-run': { text: message('Not run'), className: 'border-line-strong text-faint' },
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
  const { error, advice, failedStage, shown } = result === null ? remembered(database) : reported(result)
  return (
    <>
      {shown.length > 0 && (
        <ol
          className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(76px,1fr))] gap-x-1 gap-y-2 text-meta"
          aria-label={t('Last test')}
        >
          {shown.map(({ stage, outcome }) => (
            <li key={stage} className={cn('border-t-2 pt-2', outcomes[outcome].className)}>
              <b className="flex items-center gap-1 font-medium [&>svg]:size-3">
                <StageIcon outcome={outcome} />
                {translate(t, stages[stage].name)}
              </b>
              {translate(t, outcomes[outcome].text)}
            </li>
          ))}
        </ol>
      )}
      {error !== null && (
        <div className="mt-3 flex gap-2.5 text-dense wrap-anywhere [&>svg]:mt-0.5" role="alert">
          <Icon of={TriangleAlert} className="text-danger" />
          <div className="min-w-0 flex-1">
            <p>
              {failedStage !== null && shown.length === 0 && (
                <b className="font-medium">{translate(t, stages[failedStage].failure)} </b>
              )}
              {error}
            </p>
            {advice !== null && <p className="text-muted">{advice}</p>}
          </div>
        </div>
      )}
    </>
  )
}

/** The server's record of the last test: only the failed stage, not all of them. */
function remembered({ test_error, test_advice, test_stage }: Database) {
  return { error: test_error, advice: test_advice, failedStage: test_stage, shown: [] }
}

function reported({ success, message: error, advice, stage, stages: all }: ConnectionTestResult) {
  // After a success, leave out stages that did not run: this kind does not have them.
  const shown = success ? all.filter(({ outcome }) => outcome === 'passed') : all
  return { error: success ? null : error, advice, failedStage: stage, shown }
}

function StageIcon({ outcome }: { outcome: StageResult['outcome'] }) {
  if (outcome === 'passed') return <Icon of={Check} />
  return <Icon of={outcome === 'failed' ? X : Minus} className={cn(outcome === 'failed' && 'text-danger')} />
}

/** What the account can do in addition to reading (R02); it stays on the card. */
export function AccountWarnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <Note tone="warning" className="mt-3 wrap-anywhere">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Note>
  )
}
