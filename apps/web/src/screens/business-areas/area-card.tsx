import type { AreaListItem } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { Maximize2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cutAtSign } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EvaluationBadge, EvaluationLink } from './evaluation/evaluation-badge.tsx'
import { ExamplesButton } from './examples/examples-button.tsx'
import { visibilityLooks } from './form/visibility-field.tsx'
import type { AreaActions } from './use-area-actions.ts'
import { Card, CardActions, CardFacts, CardFoot, CardHead } from '../../components/card.tsx'

const ownerLength = 15

interface AreaCardProps {
  area: AreaListItem
  actions: AreaActions
  onOpen: () => void
  onRemoved: () => void
}

/** One area: its description, its state, and what this user may do with it. */
export function AreaCard({ area, actions, onOpen, onRemoved }: AreaCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const { label, icon } = visibilityLooks[area.visibility]
  const isBusy = actions.working === area.area_id
  const remove = async () => {
    if (await actions.askAndRemove(area.area_id)) onRemoved()
  }
  return (
    <Card className="flex flex-col" aria-labelledby={id}>
      <CardHead isCentered>
        <h2 id={id} className="line-clamp-2 min-w-0 flex-auto basis-45 text-[15px]/5 font-semibold wrap-anywhere">
          <bdi>{area.area_name}</bdi>
        </h2>
        <div className="flex flex-wrap gap-1">
          <Badge tone={area.is_active ? 'success' : 'plain'}>{area.is_active ? t('Active') : t('Inactive')}</Badge>
          <Badge>
            <Icon of={icon} />
            {translate(t, label)}
          </Badge>
        </div>
      </CardHead>
      {area.description !== null && area.description !== '' && (
        <p className="line-clamp-2 wrap-anywhere mt-2 text-dense text-muted" dir="auto">
          {area.description}
        </p>
      )}
      <AreaFacts area={area} />
      <CardFoot className="mt-auto!">
        {area.is_default ? (
          <Button kind="quiet" size="small" disabled>
            {t('Default')}
          </Button>
        ) : (
          <Button kind="quiet" size="small" disabled={isBusy} onClick={() => void actions.setDefault(area)}>
            {t('Set Default')}
          </Button>
        )}
        <CardActions>
          {area.can_edit && <EvaluationLink areaId={area.area_id} />}
          {area.can_edit && <ExamplesButton area={area} size="small" />}
          {area.can_edit && (
            <Button kind="danger" size="small" disabled={isBusy} onClick={() => void remove()}>
              {t('Delete')}
            </Button>
          )}
          <Button size="small" onClick={onOpen}>
            {area.can_edit ? t('Edit') : t('View')}
          </Button>
          <Link
            className={buttonClass({ size: 'small', square: true })}
            to="/business-areas/$areaId"
            params={{ areaId: area.area_id }}
            aria-label={t('Open {name} as page', { name: area.area_name })}
            title={t('Open as page')}
          >
            <Icon of={Maximize2} small />
          </Link>
        </CardActions>
      </CardFoot>
    </Card>
  )
}

function AreaFacts({ area }: { area: AreaListItem }) {
  const { t } = useTranslation()
  const owner = area.is_owner || area.owner_name === null ? null : cutAtSign(area.owner_name)
  return (
    <CardFacts className="text-muted mb-2.5">
      <li className="tabular-nums">{t('{n, plural, one {# table} other {# tables}}', { n: area.table_count })}</li>
      <li className="tabular-nums">{t('{n, plural, one {# join} other {# joins}}', { n: area.join_count })}</li>
      {area.application_name !== null && (
        <li>
          <bdi>{area.application_name}</bdi>
        </li>
      )}
      {owner !== null && (
        <li title={owner}>
          {t('Owner:')} <bdi>{Array.from(owner).slice(0, ownerLength).join('')}</bdi>
        </li>
      )}
      {area.can_edit && (
        <li>
          <EvaluationBadge areaId={area.area_id} />
        </li>
      )}
    </CardFacts>
  )
}
