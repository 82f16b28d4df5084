import type { DefinitionKind, UsedDefinition } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** The definitions of the area that an answer used, as they were then. */
export function Definitions({ definitions }: { definitions: readonly UsedDefinition[] }) {
  const { t } = useTranslation()
  return (
    <dl className="grid gap-2 py-1 text-muted wrap-anywhere">
      {definitions.map((one) => (
        <div key={`${one.kind} ${one.name}`}>
          <dt className="font-medium text-ink">{one.name}</dt>
          <dd>
            <p>
              <code>{one.definition}</code>
            </p>
            {one.description !== null && <p>{one.description}</p>}
            <p>{versionText(one, t)}</p>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function versionText({ kind, version }: UsedDefinition, t: TFunction): string {
  if (version === null) return t('{kind}, draft', { kind: kindText(kind, t) })
  return t('{kind}, version {version}', { kind: kindText(kind, t), version })
}

function kindText(kind: DefinitionKind, t: TFunction): string {
  return { metric: t('Metric'), dimension: t('Dimension'), filter: t('Filter') }[kind]
}
