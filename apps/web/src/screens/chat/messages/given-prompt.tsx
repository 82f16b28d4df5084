import { message, type Message, type PromptCall, type PromptPart, type PromptPartKind } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { turnPromptQuery } from '../../../api/turn-prompts.ts'
import { FailureNote } from '../../../components/failure-note.tsx'
import { FoldedNames } from '../../../components/folded-list.tsx'
import { formatCount, formatDuration } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** Names of tables that are visible before the rest is requested. */
const shownTables = 10

const partNames: Record<PromptPartKind, Message> = {
  product_instructions: message('Instructions of Parlance'),
  tools: message('Tool descriptions'),
  schema: message('Tables'),
  joins: message('Relationships'),
  definitions: message('Definitions'),
  area_instructions: message('Instructions of the business area'),
  history: message('Earlier conversation'),
  found_values: message('Found values'),
  column_facts: message('Column facts'),
  examples: message('Verified examples'),
  question: message('Question'),
  files: message('Files'),
}

const formNames: Record<PromptCall['form'], Message | null> = {
  tools: null,
  schema: message('asked for JSON because it cannot call tools'),
  text: message('asked for SQL as text because it cannot call tools'),
}

const promptNames: Record<PromptCall['prompt'], Message> = {
  whole: message('whole prompt'),
  short: message('short prompt'),
  other: message('own prompt to write SQL'),
}

const titleClass = 'pt-1.5 pb-0.5 font-medium text-muted'
const lineClass = 'grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3 py-0.5'
const sizeClass = 'text-right text-muted tabular-nums'
const belowClass = 'col-span-2 wrap-anywhere text-muted'

/** What the model was given for an answer, for those whom the server lets see it. It is read when it is opened. */
export function GivenPrompt({ turnId }: { turnId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      icon={ScrollText}
      label={t('What the model was given')}
      onToggle={setOpen}
      className="border-b border-line"
    >
      {isOpen && <Prompt turnId={turnId} />}
    </Disclosure>
  )
}

function Prompt({ turnId }: { turnId: string }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(turnPromptQuery(turnId))
  if (error !== null)
    return <FailureNote error={error} fallback={t('Could not load what the model was given.')} ownWords />
  if (data === undefined) return <Spinner />
  return (
    <div className="pb-3 text-xs/[18px]">
      {data.whole.length > 0 && <Parts title={t('Whole prompt')} parts={data.whole} />}
      {data.short.length > 0 && <Parts title={t('Short prompt, to describe the rows')} parts={data.short} />}
      <h4 className={titleClass}>{t('Calls')}</h4>
      <ol>
        {data.calls.map((call, at) => (
          <Call key={at} call={call} number={at + 1} />
        ))}
      </ol>
      <p className="pt-2 text-faint">
        {t(
          'Administrators and the owner of the business area see this for their own questions. Tokens of parts are estimates. Values and texts are not stored.',
        )}
      </p>
    </div>
  )
}

function Parts({ title, parts }: { title: string; parts: PromptPart[] }) {
  const { t } = useTranslation()
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0)
  const characters = parts.reduce((sum, part) => sum + part.characters, 0)
  return (
    <>
      <h4 className={titleClass}>{title}</h4>
      <ul>
        {parts.map((part) => (
          <Line key={part.kind} name={<PartName part={part} />} size={part}>
            {part.tables !== undefined && part.tables.length > 0 && (
              <span className={belowClass}>
                <FoldedNames items={part.tables} shown={shownTables} />
              </span>
            )}
          </Line>
        ))}
        <Line name={<b>{t('Total')}</b>} size={{ characters, tokens }} />
      </ul>
    </>
  )
}

function PartName({ part: { kind, count, total } }: { part: PromptPart }) {
  const { t } = useTranslation()
  const name = translate(t, partNames[kind])
  if (count === undefined) return name
  const counts = total === undefined ? formatCount(count) : t('{n, number} of {total, number}', { n: count, total })
  return (
    <>
      {name} <span className="text-faint">{counts}</span>
    </>
  )
}

interface LineProps {
  name: ReactNode
  size: Pick<PromptPart, 'characters' | 'tokens'>
  children?: ReactNode
}

function Line({ name, size: { characters, tokens }, children }: LineProps) {
  const { t } = useTranslation()
  return (
    <li className={lineClass}>
      <span className="wrap-anywhere">{name}</span>
      <span className={sizeClass}>
        {characters > 0 && t('{n, plural, one {# character} other {# characters}}', { n: characters })}
        {characters > 0 && ' · '}
        {t('about {n, plural, one {# token} other {# tokens}}', { n: tokens })}
      </span>
      {children}
    </li>
  )
}

function Call({ call, number }: { call: PromptCall; number: number }) {
  const { t } = useTranslation()
  const form = formNames[call.form]
  const tokens = { prompt: call.prompt_tokens, cached: call.cached_tokens, answer: call.completion_tokens }
  const parts = [call.model, translate(t, promptNames[call.prompt]), form === null ? null : translate(t, form)]
  return (
    <>
      <li className={lineClass}>
        <span className="wrap-anywhere">
          {formatCount(number)}. {parts.filter((part) => part !== null).join(' · ')}
        </span>
        <span className={sizeClass}>{formatDuration(call.milliseconds)}</span>
        <span className={belowClass}>
          {t(
            '{prompt, number} prompt tokens, {cached, number} of them cached · {answer, number} completion tokens',
            tokens,
          )}
          {call.is_estimated && ` · ${t('estimated')}`}
        </span>
      </li>
      {call.results.map(({ tool, ...size }, at) => (
        <Line
          key={at}
          name={
            <span className="pl-3.5 text-muted">
              {tool === null ? t('Unknown tool') : t('Result of {tool}', { tool })}
            </span>
          }
          size={size}
        />
      ))}
    </>
  )
}
