import type { TFunction } from 'i18next'
import { Copy, Download, PanelTop, Rows2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { exportCsv } from '../../../api/query.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { csvFileName, saveFile } from '../../../lib/file-name.ts'
import { formatCount } from '../../../lib/format.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { FeedbackButton } from '../../../ui/feedback-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { describeError } from '../../../lib/api-error.ts'
import type { Chat } from '../state/use-chat.ts'
import { ResultBody } from './result-body.tsx'
import { ResultFooter } from './result-footer.tsx'

export type ResultView = 'split' | 'tabs'

const viewKey = 'parlance:results_view'

/** SQL and rows of one answer, with what can be done with them. */
export function ResultsPanel({ chat, message }: { chat: Chat; message: ChatMessage | null }) {
  const { t } = useTranslation()
  const [view, setView] = useState<ResultView>(() => (localStore.get(viewKey) === 'tabs' ? 'tabs' : 'split'))
  const stacked = useMedia(stackedMedia)
  const result = message?.sqlResult ?? null
  const choose = (chosen: ResultView) => {
    localStore.set(viewKey, chosen)
    setView(chosen)
  }
  return (
    <section className="res" aria-label={t('Query Results')}>
      <div className="res-h">
        <h2>{t('Query Results')}</h2>
        {result !== null && !stacked && <ViewSwitch view={view} onChoose={choose} />}
        <span className="grow" />
        {result !== null && <ResultButtons chat={chat} result={result} />}
      </div>
      {message === null || result === null ? (
        <EmptyPanel />
      ) : (
        <>
          <ResultBody key={message.id} result={result} view={stacked ? 'tabs' : view} />
          {!result.notExecuted && <ResultFooter chat={chat} message={message} result={result} />}
        </>
      )}
    </section>
  )
}

function EmptyPanel() {
  const { t } = useTranslation()
  return (
    <div className="res-empty">
      <b>{t('No query results to display.')}</b>
      <p>{t('Execute a query from the chat to see results here.')}</p>
    </div>
  )
}

function ViewSwitch({ view, onChoose }: { view: ResultView; onChoose: (view: ResultView) => void }) {
  const { t } = useTranslation()
  const option = (choice: ResultView, label: string, icon: typeof Rows2) => (
    <button type="button" aria-pressed={view === choice} title={t(label)} onClick={() => onChoose(choice)}>
      <Icon of={icon} />
      <span className="hide-narrow">{t(label)}</span>
    </button>
  )
  return (
    <fieldset className="seg" aria-label={t('View')}>
      {option('split', 'Split', Rows2)}
      {option('tabs', 'Tabs', PanelTop)}
    </fieldset>
  )
}

function ResultButtons({ chat, result }: { chat: Chat; result: SqlResult }) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const copy = async () => {
    await copyText(result.display_sql)
    return true
  }
  const save = async () => {
    try {
      saveFile(await exportCsv(chat.fullResultsRequest(result)), csvFileName(new Date()))
      return true
    } catch (error) {
      show(describeError(error, t('The export failed. Please try again.')), 'danger')
      return false
    }
  }
  useAction(actions.copySql, () => void copy().catch(() => show(t('The SQL could not be copied.'), 'danger')))
  return (
    <>
      <FeedbackButton
        icon={Copy}
        label="Copy"
        doneLabel="Copied!"
        failedLabel="Failed"
        title={t('Copy SQL')}
        work={copy}
      />
      {!result.notExecuted && (
        <FeedbackButton
          icon={Download}
          label="Export CSV"
          doneLabel="Exported!"
          failedLabel="Failed"
          title={exportTitle(result, t)}
          work={save}
        />
      )}
    </>
  )
}

function exportTitle(result: SqlResult, t: TFunction): string {
  if (!result.truncated) return t('Export CSV')
  if (result.totalRows === null) return t('Export all rows to CSV')
  return t('Export all {{total}} rows to CSV', { total: formatCount(result.totalRows) })
}
