import type { StoredReceipt } from '@parlance/contract'
import { ChevronRight, Code, Copy, DatabaseZap, ShieldCheck } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { serverSentences } from '../../../lib/server-text.ts'
import { copyText } from '../../../lib/copy-text.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { readingText } from '../../../lib/turn/tool-calls.ts'
import { FeedbackButton } from '../../../ui/feedback-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import { DefinitionsLine } from './definitions-line.tsx'
import { GivenPrompt } from './given-prompt.tsx'
import { receiptSummary } from './receipt-summary.ts'
import { Trace } from './trace.tsx'
import detailsStyles from './details.module.css'
import styles from './messages.module.css'

interface ProvenanceProps {
  message: ChatMessage
  sessionTokens: number
  databaseName: string | null
  onShow: ShowResult
}

/** The details below an answer: the effect of the rules, the SQL, the steps. They start closed and open in place. */
export function Provenance({ message, sessionTokens, databaseName, onShow }: ProvenanceProps) {
  const { t } = useTranslation()
  const result = message.sqlResult
  return (
    <div className={detailsStyles.disclosures}>
      {result !== null && result.receipt !== null && (
        <ReceiptLine
          receipt={result.receipt}
          result={result}
          reading={message.understood === null ? null : readingText(message.understood)}
          databaseName={databaseName}
        />
      )}
      {result?.receipt?.definitions !== undefined && result.receipt.definitions.length > 0 && (
        <DefinitionsLine definitions={result.receipt.definitions} />
      )}
      {result !== null && <SqlLine icon={Code} label={sqlLabel(result.display_sql, t)} sql={result.display_sql} />}
      {result !== null && result.executedSql !== null && (
        <SqlLine
          icon={DatabaseZap}
          label={t('Executed SQL')}
          note={t(
            'The SQL that the database ran, including access rules. Placeholders represent bound values. The row limit is one higher than shown, to detect whether there are more rows.',
          )}
          sql={result.executedSql}
        />
      )}
      <Trace message={message} sessionTokens={sessionTokens} onShow={onShow} />
      {message.hasPrompt && message.turnId !== null && <GivenPrompt turnId={message.turnId} />}
    </div>
  )
}

interface ReceiptLineProps {
  receipt: StoredReceipt
  result: SqlResult
  reading: string | null
  databaseName: string | null
}

/** The effect of the rules on one query, and the tables that it read. */
export function ReceiptLine({ receipt, result, reading, databaseName }: ReceiptLineProps) {
  const { t } = useTranslation()
  return (
    <details>
      <summary>
        <Icon of={ShieldCheck} small />
        <span className="tabular-nums">{receiptSummary(receipt, result, databaseName, t)}</span>
        <Icon of={ChevronRight} small className={detailsStyles.twist} />
      </summary>
      <dl className={styles.facts}>
        {reading !== null && (
          <>
            <dt>{t('Understood as')}</dt>
            <dd>{reading}</dd>
          </>
        )}
        <dt>{result.computedFrom === null ? t('Tables') : t('Results')}</dt>
        <dd>
          {receipt.tables.map((table, index) => (
            <span key={`${table.schema ?? ''}.${table.table}`}>
              {index > 0 && ', '}
              <code>{table.table}</code>
            </span>
          ))}
        </dd>
        {receipt.sentences.length > 0 && (
          <>
            <dt>{t('What was done')}</dt>
            <dd>
              {serverSentences(receipt.sentences, receipt.messages).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </dd>
          </>
        )}
        {result.dataSharingDisabled && (
          <>
            <dt>{t('Data sharing')}</dt>
            <dd>{t('The model did not receive the rows.')}</dd>
          </>
        )}
      </dl>
    </details>
  )
}

/** How long an SQL text is. */
export function sqlLabel(sql: string, t: TFunction): string {
  const lines = sql.split('\n').length
  return t('SQL · {n, plural, one {# line} other {# lines}}', { n: lines })
}

interface SqlLineProps {
  icon: LucideIcon
  label: string
  note?: string
  sql: string
}

/** SQL that opens below one line. */
export function SqlLine({ icon, label, note, sql }: SqlLineProps) {
  const { t } = useTranslation()
  return (
    <details>
      <summary>
        <Icon of={icon} small />
        <span className="tabular-nums">{label}</span>
        <Icon of={ChevronRight} small className={detailsStyles.twist} />
      </summary>
      <div className={styles.sqlHead}>
        <p>{note}</p>
        <FeedbackButton
          icon={Copy}
          label={t('Copy')}
          doneLabel={t('Copied!')}
          failedLabel={t('Failed')}
          title={t('Copy SQL')}
          work={() => copyText(sql).then(() => true)}
        />
      </div>
      <SqlBox sql={sql} />
    </details>
  )
}
