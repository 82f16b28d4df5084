import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { indentedJson, tokenizeJson, type JsonTokenKind } from '../../../lib/security/rules-text.ts'
import { codeClass, tokenClasses } from '../../../ui/sql-view.tsx'

const classes = {
  key: tokenClasses.keyword,
  string: tokenClasses.string,
  number: tokenClasses.number,
  plain: tokenClasses.plain,
} satisfies Record<JsonTokenKind, string | undefined>
/** More rules than this are shown without colors. */
const colouredAtMost = 40

interface JsonPreviewProps {
  rules: object[]
  parameters?: Record<string, string> | undefined
}

/** The rules as they will be saved, shown while they are built. Only changed rules render again. */
export function JsonPreview({ rules, parameters }: JsonPreviewProps) {
  const { t } = useTranslation()
  const isColoured = rules.length <= colouredAtMost
  const isEmpty = rules.length === 0 && parameters === undefined
  return (
    <section className="sticky top-13 min-w-0 self-start max-md:static" aria-label={t('JSON preview')}>
      <p className="text-meta text-faint" aria-hidden>
        {t('JSON preview')}
      </p>
      <pre
        className={cn(
          codeClass,
          'mt-1.5 max-h-105 overflow-auto rounded-control bg-sunken p-2.5 text-[12px]/4.5! focus-visible:-outline-offset-2',
        )}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
        tabIndex={0}
      >
        {isEmpty && '{}'}
        {!isEmpty && '{\n  '}
        {!isEmpty && <Tokens text='"rules": [' isColoured />}
        {rules.map((rule, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a rule has no other identity here
          <RuleJson key={index} rule={rule} isLast={index === rules.length - 1} isColoured={isColoured} />
        ))}
        {!isEmpty && (rules.length === 0 ? ']' : '\n  ]')}
        {parameters !== undefined && (
          <>
            {',\n  '}
            <Tokens text={`"parameters": ${indentedJson(parameters, 1)}`} isColoured />
          </>
        )}
        {!isEmpty && '\n}'}
      </pre>
    </section>
  )
}

interface RuleJsonProps {
  rule: object
  isLast: boolean
  isColoured: boolean
}

const RuleJson = memo(function RuleJson({ rule, isLast, isColoured }: RuleJsonProps) {
  return (
    <>
      {'\n    '}
      <Tokens text={indentedJson(rule, 2) + (isLast ? '' : ',')} isColoured={isColoured} />
    </>
  )
})

function Tokens({ text, isColoured }: { text: string; isColoured: boolean }) {
  if (!isColoured) return text
  return tokenizeJson(text).map(({ kind, text: piece }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text
    <span key={index} className={classes[kind]}>
      {piece}
    </span>
  ))
}
