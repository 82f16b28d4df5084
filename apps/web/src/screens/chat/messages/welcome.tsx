import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { areaTableNamesQuery } from '../../../api/areas.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Obstacle, obstacleOf } from './obstacle.tsx'
import type { LiveChat } from '../state/use-chat.ts'
import styles from './messages.module.css'

const suggestions = 3

/** The start of a new conversation: one line on what to do, and sample questions. */
export function Welcome({ chat }: { chat: LiveChat }) {
  const { t } = useTranslation()
  const { database } = chat.scope
  const areaId = chat.area?.area_id ?? null
  const ofArea = useQuery({ ...areaTableNamesQuery(areaId), enabled: areaId !== null }).data ?? []
  const obstacle = obstacleOf(chat)
  const questions = (areaId === null ? chat.scope.tableNames : ofArea)
    .slice(0, suggestions)
    .map((table) => t('How many {things} are there?', { things: table.replaceAll(/[_-]+/g, ' ').toLowerCase() }))
  return (
    <article className={cn(styles.turn, styles.welcome)} data-kind="answer">
      <h2>
        {database === null || obstacle !== null
          ? t('Welcome to Parlance')
          : t('Ask {database} anything', { database: database.name })}
      </h2>
      {obstacle === null ? (
        <p className={cn('muted mt-2', styles.text)}>
          {database === null
            ? t('Choose a database in the side menu, then ask in your own words.')
            : t('Ask in your own words. You get the answer, the rows, and the SQL behind it.')}
        </p>
      ) : (
        <Obstacle chat={chat} kind={obstacle} />
      )}
      {obstacle === null && questions.length > 0 && (
        <div className={styles.followUps}>
          {questions.map((question) => (
            <button
              key={question}
              type="button"
              disabled={chat.state.runningTurn !== null}
              onClick={() => void chat.ask(question)}
            >
              <Icon of={ArrowRight} />
              {question}
            </button>
          ))}
        </div>
      )}
    </article>
  )
}
