import { remember } from '../../lib/remember.ts'

/**
 * What a column holds, and the words for it in the languages whose numbers are read: English, German, Spanish, French,
 * Italian, Portuguese. A sentence that says one of the words speaks of the columns whose name has another one of them.
 */
const wordsOfConcepts: Record<string, string> = {
  orders:
    'order orders purchase purchases ordered bestellung bestellungen auftrag aufträge pedido pedidos commande commandes ordine ordini encomendas',
  customers: 'customer customers client clients buyer buyers kunde kunden cliente clientes clienti',
  revenue:
    'amount money owe owes owed importe betrag montant raised raise raises revenue revenues sales turnover income earned earn earns earning earnings worth brought brings bring generated takings gross grossed grosses total umsatz umsätze einnahmen erlös erlöse verdiente erzielte erzielt brachte ingresos ingresó ventas facturación facturó revenu revenus chiffre ventes ricavi ricavo vendite incassato fatturato receita receitas vendas faturamento',
  price:
    'fee fees gebühr gebühren tarifa tarifas tarif tarifs price prices priced charge charges charged cost costs costing expensive priciest cheap cheaper cheapest expensiver preis preise kostet kosten teuer teurer teuerste teuersten billig billiger günstig günstiger günstigste precio precios cuesta cuestan caro cara caros barato barata prix coûte coûtent cher chère prezzo prezzi costa preço',
  profit:
    'profit profits profitable earned earn earns earnings loss losses lost gain gewinn gewinne verlust ganancia ganancias beneficio beneficios pérdida bénéfice bénéfices perte utile utili profitto lucro lucros',
  stock:
    'stock stocks stocked inventory lager lagerbestand bestand vorrat existencias inventario stocké scorte estoque',
  capacity:
    'capacity capacities spaces seat seats seating plätze sitzplätze platz kapazität asientos capacidad aforo places capacité posti capienza lugares',
  duration:
    'laufzeit stunde stunden tage duration length minutes minute seconds hours hour long longer longest short shorter shortest last lasts lasting dauer wartezeit zeit temps attente espera wait waits waited waiting stay lang länger längste kurz kürzer kürzeste minuten duración minutos largo larga durée longue durata minuti',
  age: 'age aged old older oldest young younger youngest alter alt älter älteste jung jünger jüngste edad âge età idade',
  weight: 'weight weights heavy heavier heaviest light lighter lightest gewicht schwer schwerste peso poids',
  height: 'height heights tall taller tallest elevation altitude höhe größe altura hauteur altezza',
  population:
    'population populations populous inhabitants people residents einwohner bevölkerung población habitantes habitants abitanti',
  salary:
    'salary salaries payroll pay paid wage wages earns earn earned compensation gehalt gehälter lohn verdient salario sueldo salaire stipendio salário',
  discount: 'discount discounts discounted rabatt rabatte descuento descuentos remise sconto desconto',
  returns:
    'return returns returned retouren retoure retourenquote rücksendungen devoluciones retours resi devoluções retourniert zurückgeschickt returned',
  rating:
    'valoración valoraciones valorado rating ratings rated score scores scored points star stars bewertung bewertungen punkte puntuación note voto',
  quantity:
    'quantity quantities units unit sold selling pieces amount menge stück cantidad unidades quantité quantità quantidade',
  popularity: 'popular popularity beliebt beliebteste visited visits rented rentals sold selling downloads votes',
  invoices: 'invoice invoices bill bills rechnung rechnungen factura facturas facture factures fattura fatture fatura',
  tracks:
    'track tracks song songs titel lied lieder pista pistas canción canciones morceau morceaux titre titres brano brani faixa faixas',
  employees:
    'employee employees staff worker workers mitarbeiter angestellte empleado empleados personal employé employés dipendenti funcionários',
  margin: 'margin margins marge margen',
  loyalty: 'loyal loyalty treu fidelity',
  start:
    'opened opening opens open founded established hired hire joined started start since eröffnet eröffnung gegründet eingestellt abierto fundado contratada contratado inauguré embauché old older oldest new newer newest early earlier earliest late later latest recent before after neu neueste alt älteste born birth first order ordered',
  temperature:
    'temperature temperatures warm warmer warmest cold colder coldest hot hotter hottest cool cooler coolest temperatur wärmste kälteste temperatura',
  distance: 'distance distances farther farthest kilometers miles mileage driven',
  rain: 'rain rainfall rainy rained rains wet wetter wettest dry drier driest precipitation regen niederschlag lluvia pluie',
  sunshine: 'sun sunny sunshine sunnier sunniest sonne sol soleil',
  delay:
    'delay delays delayed late later latest punctual punctuality verspätung verspätungen retraso retrasos retard retards',
  budget: 'budget budgets presupuesto limit limits',
  target:
    'target targets goal goals quota quotas plan planned objective objectives objetivo objetivos meta metas ziel ziele soll objectif objectifs obiettivo obiettivi',
  sales: 'sales sale sold revenue umsatz ventas ventes vendite vendas',
  visits: 'visit visits visitors visitor visited besuche besucher visitas visites visite',
  tasks: 'task tasks aufgabe aufgaben tarea tareas tâches',
  bonus: 'bonus bonuses boni prime',
  freight: 'freight shipping fracht',
  assets: 'asset assets',
  satisfaction: 'satisfaction satisfied satisfactory zufrieden zufriedenheit satisfacción satisfecho satisfait',
  speed: 'fast faster fastest slow slower slowest speed hours minutes seconds schnell schneller schnellste',
  tickets: 'ticket tickets',
  films: 'film films movie movies filme película películas',
  rentals: 'rental rentals rented rents vermietungen alquileres locations noleggi',
  patients: 'patient patients patienten paciente pacientes pazienti',
  beds: 'bed beds bett betten cama camas lit lits letto letti',
  rooms: 'room rooms zimmer habitación habitaciones chambre chambres camere quartos',
  occupancy:
    'occupancy occupied filled fill fills auslastung belegung belegt ocupación ocupadas taux occupation occupazione',
  students: 'student students pupil pupils schüler studenten alumno alumnos élève élèves étudiants studenti alunos',
  readers: 'reader readers leser lector lectores lecteur lecteurs lettori',
  loans: 'loan loans lent borrowed ausleihen préstamos prêt prêts prestiti',
  production:
    'production produced produce output produktion produzierte produzierten hergestellt producción produjo produit produite produzione',
  scrap: 'scrap rejects ausschuss rebut',
  goals: 'goal goals scored tore treffer goles buts gol',
  parcels: 'parcel parcels package packages paket pakete paquetes colis pacchi',
  energy: 'energy electricity power kwh mwh strom energie energía énergie',
  consumption: 'consumption consumed consumes used verbrauch consumo consommation',
  generation: 'generation generated generates produced output erzeugung erzeugt generados generaron',
  spending: 'spent spend spends spending paid expense expenses ausgaben gastó gastaron dépensé',
  costs: 'budget budgets cost costs costing expense expenses expensive kosten coste costes coûts',
  rent: 'rent rents miete alquiler loyer',
  area: 'area surface size fläche superficie square sqm hectare hectares acre acres',
  punctuality: 'punctual punctually punctuality pünktlich pünktlichkeit puntual puntualidad ponctuel ponctualité',
  errors: 'error errors fault faults fehler errores erreurs',
  absences: 'absence absences absent fehltage ausencias',
  grade: 'grade grades mark marks note noten nota notas',
  departures: 'left leave leaves leaver leavers departure departures quit lost abgänge salidas départs',
  arrivals:
    'new signup signups sign-ups signed joined join joiner joiners hired hire hires hiring gained zugänge altas',
  wins: 'win wins won victory victories siege gewonnen victorias ganó gagné victoires',
  losses: 'loss losses lost defeat defeats niederlagen verloren derrotas perdió perdu défaites',
  draws: 'draw draws drawn remis unentschieden empates nuls',
  conceded: 'conceded concede concedes against allowed gegentore encajados encaissés',
  payments: 'payment payments paid zahlung zahlungen pago pagos paiement paiements pagamenti',
  members: 'member members mitglied mitglieder miembro miembros membre membres',
  attendance:
    'attendance attended attendees attendee participants participated turnout teilnehmer asistentes participantes',
  harvest: 'harvest harvested harvests yield yields yielded crop crops ernte cosecha récolte',
  complaints: 'complaint complaints complained beschwerde beschwerden queja quejas réclamations plaintes reclami',
  deliveries:
    'delivery deliveries delivered delivers lieferung lieferungen entrega entregas livraison livraisons consegne',
  enrollment: 'enrollment enrolment enrollments enrolled enrolls',
  accidents: 'accident accidents crash crashes collision collisions unfall unfälle',
  waste: 'waste wasted trash garbage discarded müll abfall residuos déchets rifiuti',
  emissions: 'emission emissions emitted emits emit emissionen emisiones émissions emissioni',
  votes: 'vote votes voted ballot ballots voters stimmen votos voix',
  defects: 'defect defects defective faulty mängel defectos défauts difetti',
  response: 'response responses respond responds responded reaction reactions react reacts reacted',
  resolution: 'resolution resolutions resolve resolves resolved solved solving',
  conversion: 'conversion conversions converted converts convert',
  views: 'view views viewed viewers watched streams streamed',
  listening: 'listen listens listened listeners plays played',
  subscribers: 'subscriber subscribers subscribed subscription subscriptions abonnenten suscriptores abonnés',
  donations: 'donation donations donated spende spenden gespendet donación donaciones dons',
  surgeries: 'surgery surgeries operation operations operated operationen',
  vaccinations: 'vaccination vaccinations vaccinated vaccine impfungen geimpft',
  average:
    'average averages averaged mean avg durchschnitt durchschnittlich mittel promedio media medio moyenne moyen mittelwert média',
}

const mostWords = 20_000
const knownStem = remember(findStem, { most: mostWords, longestText: 40 })
const knownRoot = remember(findRoot, { most: mostWords, longestText: 40 })

const concepts = new Map<string, Set<string>>()
for (const [concept, words] of Object.entries(wordsOfConcepts)) {
  for (const word of words.split(' ')) {
    const known = concepts.get(stemOf(word))
    if (known) known.add(concept)
    else concepts.set(stemOf(word), new Set([concept]))
  }
}

const none: ReadonlySet<string> = new Set()

/** What a word says about a column; empty if it is none of our words. */
export function conceptsOf(stem: string): ReadonlySet<string> {
  return concepts.get(stem) ?? none
}

/** A word without its plural ending and its accents, so that “cities” and “city” are the same. */
export function stemOf(word: string): string {
  return knownStem(word)
}

function findStem(word: string): string {
  // “Plätze” may be `plaetze`.
  const lower = word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[aou])e(?=[^aeiou])/g, '')
  // “movies” and “movie”, “cities” and “city”.
  if (lower.length > 4 && /ies?$/.test(lower)) return lower.replace(/ies?$/, 'y')
  if (lower.length > 6 && lower.endsWith('iones')) return lower.slice(0, -2)
  if (lower.length > 4 && /(?:ss|x|ch|sh|us)es$/.test(lower)) return lower.slice(0, -2)
  const singular = lower.length > 3 && lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower
  // German plurals: “Filiale”, “Filialen”, “Bestellungen”.
  return singular.length > 4 ? singular.replace(/(?:en|e)$/, '') : singular
}

/** Forms of verbs that their endings don't tell, by one of them. */
const irregular = new Map(
  'take took taken,sell sold,win won,lose lost,give gave given,spend spent,buy bought,grow grew grown,leave left,lend lent,make made,draw drew drawn,drive drove driven,fly flew flown,eat ate eaten,write wrote written,speak spoke spoken,build built,send sent,catch caught,rise rose risen,pay paid,hold held,keep kept,meet met,run ran,sing sang sung,swim swam swum,throw threw thrown,break broke broken,choose chose chosen,shoot shot,teach taught,rating rated'
    .split(',')
    .flatMap((forms) => {
      const words = forms.split(' ').map(stemOf)
      return words.map((word) => [word, words[0] ?? word] as const)
    }),
)

/** “cancel” of “cancels”, “cancelled”, and “cancellation”; a short word is its own root. */
export function rootOf(stem: string): string {
  return knownRoot(stem)
}

function findRoot(stem: string): string {
  const base = irregular.get(stem)
  if (base !== undefined) return base
  const root = stem.replace(/(?:ation|ated|ating|ate|ion|ment|ance|ing|ed|er|e)$/, '').replace(/(.)\1$/, '$1')
  return root.length >= 4 ? root : stem
}

export interface SentenceWord {
  start: number
  end: number
  text: string
  stem: string
}

export function wordsIn(text: string): SentenceWord[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    text: word,
    stem: stemOf(word),
  }))
}
