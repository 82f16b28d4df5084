import type { DefinitionKind, UsedDefinition } from '@parlance/contract'
import { BookText, ChevronRight } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import detailsStyles from './details.module.css'
import styles from './messages.module.css'

/** The definitions of the area that an answer used, as they were then. */
export function DefinitionsLine({ definitions }: { definitions: readonly UsedDefinition[] }) {
  const { t } = useTranslation()
  return (
    <details>
      <summary>
        <Icon of={BookText} small />
        <span>{t('Definitions: {names}', { names: definitions.map(({ name }) => name).join(', ') })}</span>
        <Icon of={ChevronRight} small className={detailsStyles.twist} />
      </summary>
      <dl className={styles.definitions}>
        {definitions.map((one) => (
          <div key={`${one.kind} ${one.name}`}>
            <dt>{one.name}</dt>
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
    </details>
  )
}

function versionText({ kind, version }: UsedDefinition, t: TFunction): string {
  if (version === null) return t('{kind}, draft', { kind: kindText(kind, t) })
  return t('{kind}, version {version}', { kind: kindText(kind, t), version })
}

function kindText(kind: DefinitionKind, t: TFunction): string {
  return { metric: t('Metric'), dimension: t('Dimension'), filter: t('Filter') }[kind]
}
