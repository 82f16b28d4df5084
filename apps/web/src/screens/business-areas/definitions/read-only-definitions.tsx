import type { Definitions, Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { listNames, type ListName } from './definition-place.ts'
import type { ItemOf } from './list-kind.ts'
import { Badge } from '../../../ui/badge.tsx'
import { listKinds } from './list-kinds.ts'

/** The definitions for users who may not edit them. */
export function ReadOnlyDefinitions({ value }: { value: Definitions }) {
  const { t } = useTranslation()
  const filled = listNames.filter((name) => value[name].length > 0)
  if (filled.length === 0) return <p className="text-muted">{t('No definitions')}</p>
  return filled.map((name) => <ReadOnlyList key={name} name={name} value={value} />)
}

function ReadOnlyList<Name extends ListName>({ name, value }: { name: Name; value: Definitions }) {
  const { t } = useTranslation()
  const lists: { [L in ListName]: ItemOf<L>[] } = value
  const items = lists[name]
  const kind = listKinds[name]
  const badges = items.map((item) => kind.badgeOf?.(item) ?? null)
  return (
    <>
      <h4 className="mt-4 font-semibold">
        {translate(t, kind.title)} <span className="text-faint tabular-nums">{formatCount(items.length)}</span>
      </h4>
      <ul aria-label={translate(t, kind.title)}>
        {items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={at} className="border-b border-line py-2 wrap-anywhere">
            <p>
              <bdi className={kind.isLine ? 'font-mono text-[13px]' : 'font-medium'}>{kind.nameOf(item)}</bdi>{' '}
              <DefinitionBadge text={badges[at] ?? null} />{' '}
              {kind.isDeprecated(item) && <Badge tone="warning">{t('Deprecated')}</Badge>}{' '}
              <code className="text-[12px] text-muted">{kind.summaryOf(item)}</code>
            </p>
            <p className="text-meta text-muted" dir="auto">
              {kind
                .wordsOf(item)
                .filter((text) => text !== '')
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function DefinitionBadge({ text }: { text: Message | null }) {
  const { t } = useTranslation()
  return text === null ? null : <Badge>{translate(t, text)}</Badge>
}
