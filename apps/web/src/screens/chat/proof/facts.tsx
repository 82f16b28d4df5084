import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverSentences } from '../../../lib/server-text.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'

/** What a query read. */
export function TablesPart({ result, reading }: { result: SqlResult; reading: string | null }) {
  const { t } = useTranslation()
  const { receipt, computedFrom, dataSharingDisabled } = result
  if (receipt === null) return null
  const isRuled = receipt.rowRules.length + receipt.masks.length > 0
  return (
    <Facts>
      {reading !== null && <Fact name={t('Understood as')}>{reading}</Fact>}
      <Fact name={computedFrom === null ? t('Tables') : t('Results')}>
        {receipt.tables.map((table, index) => (
          <span key={`${table.schema ?? ''}.${table.table}`}>
            {index > 0 && ', '}
            <code>{table.table}</code>
          </span>
        ))}
      </Fact>
      {!isRuled && <WhatWasDone result={result} />}
      {dataSharingDisabled && <Fact name={t('Data sharing')}>{t('The model did not receive the rows.')}</Fact>}
    </Facts>
  )
}

/** What rules did to a query. */
export function RulesPart({ result }: { result: SqlResult }) {
  return (
    <Facts>
      <WhatWasDone result={result} />
    </Facts>
  )
}

function WhatWasDone({ result: { receipt } }: { result: SqlResult }) {
  const { t } = useTranslation()
  if (receipt === null || receipt.sentences.length === 0) return null
  return (
    <Fact name={t('What was done')}>
      {serverSentences(receipt.sentences, receipt.messages).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Fact>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 py-1">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
