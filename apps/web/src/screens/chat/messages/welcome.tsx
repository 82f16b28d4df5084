import type { StarterQuestions } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { startersQuery } from '../../../api/turns.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Obstacle, obstacleOf } from './obstacle.tsx'
import { QuestionButton } from './question-button.tsx'
import type { LiveChat } from '../state/use-chat.ts'

/** The start of a new conversation: one line on what to do, and sample questions. */
export function Welcome({ chat }: { chat: LiveChat }) {
  const { t } = useTranslation()
  const { database } = chat.scope
  const areaId = chat.area?.area_id ?? null
  const obstacle = obstacleOf(chat)
  const isReady = obstacle === null && database !== null && chat.scope.settled
  const inDraft = chat.session?.state['app:area_draft'] === true
  const starters = useQuery({ ...startersQuery(database?.id ?? null, areaId, inDraft), enabled: isReady })
  const found = starters.data
  const questions = found?.questions ?? []
  const whyNone = found?.empty_reason ?? null
  return (
    <article className="relative mx-auto mb-7 max-w-chat pt-2 max-md:mb-5" data-kind="answer">
      <h2 className="text-section font-semibold tracking-[-0.01em]">
        {database === null || obstacle !== null
          ? t('Welcome to Parlance')
          : t('Ask {database} anything', { database: database.name })}
      </h2>
      {obstacle === null ? (
        <p className="prose mt-2 text-muted">
          {database === null
            ? t('Choose a database in the side menu, then ask in your own words.')
            : t('Ask in your own words. You get the answer, the rows, and the SQL behind it.')}
        </p>
      ) : (
        <Obstacle chat={chat} kind={obstacle} />
      )}
      {obstacle === null && whyNone !== null && (
        <p className="mt-2 max-w-(--measure) text-meta wrap-anywhere text-muted">{whyNoSamples(whyNone, t)}</p>
      )}
      {starters.isLoading && <QuestionsSkeleton />}
      {obstacle === null && questions.length > 0 && (
        <div className="mt-2.5">
          {questions.map((question) => (
            <QuestionButton
              key={question}
              question={question}
              disabled={chat.state.runningTurn !== null}
              onAsk={() => void chat.ask(question)}
            />
          ))}
        </div>
      )}
    </article>
  )
}

/** As high as the questions that it stands for. */
function QuestionsSkeleton() {
  return (
    <div className="mt-2.5" aria-hidden>
      {[50, 70, 60].map((width) => (
        <div key={width} className="flex h-(--row) items-center max-md:h-11">
          <Skeleton style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}

function whyNoSamples(reason: NonNullable<StarterQuestions['empty_reason']>, t: TFunction): string {
  switch (reason) {
    case 'no_rows':
      return t('No sample questions: the ones tried returned no rows that you can see.')
    case 'unchecked':
      return t('Sample questions could not be checked in the database just now. You can still ask your own.')
    case 'no_questions':
      return t('No sample questions fit these tables. You can still ask your own.')
  }
}
