interface CategoryWords {
  name: string
  description: string | null
  /** The products, with the lowest and highest price in whole units of currency. */
  goods: [name: string, low: number, high: number][]
  /** The relative sales of this category in each month, January first. */
  season: number[]
}

const even = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.1, 1.2]
const gifts = [0.8, 0.9, 0.9, 0.9, 1, 1, 0.9, 0.9, 1, 1.1, 1.6, 2.1]
const summer = [0.5, 0.6, 0.9, 1.3, 1.7, 1.9, 1.7, 1.3, 0.9, 0.7, 0.6, 0.6]
const winter = [1.7, 1.5, 1.1, 0.8, 0.6, 0.5, 0.5, 0.6, 0.9, 1.2, 1.6, 1.8]
const autumn = [0.9, 0.8, 0.9, 0.9, 0.9, 0.8, 1.2, 1.8, 1.7, 1, 1, 1]

export const categoryWords: CategoryWords[] = [
  {
    name: 'Kitchen',
    description: 'Cookware, knives, and kitchen gadgets',
    goods: [
      ['Saucepan', 28, 70],
      ['Chef Knife', 35, 120],
      ['Cutting Board', 18, 45],
      ['Mixing Bowl', 9, 28],
      ['Kettle', 25, 80],
    ],
    season: gifts,
  },
  {
    name: 'Coffee & Tea',
    description: 'Coffee, tea, and brewing gear',
    goods: [
      ['Espresso Beans', 9, 22],
      ['Green Tea', 6, 18],
      ['French Press', 20, 55],
      ['Coffee Grinder', 30, 140],
      ['Teapot', 18, 60],
    ],
    season: winter,
  },
  {
    name: 'Electronics',
    description: 'Audio, charging, and everyday devices',
    goods: [
      ['Headphones', 45, 260],
      ['Speaker', 40, 190],
      ['Power Bank', 18, 60],
      ['Keyboard', 35, 150],
      ['Webcam', 30, 110],
    ],
    season: gifts,
  },
  {
    name: 'Outdoor',
    description: 'Camping and hiking',
    goods: [
      ['Tent', 90, 380],
      ['Sleeping Bag', 50, 210],
      ['Backpack', 40, 170],
      ['Headlamp', 15, 60],
      ['Trekking Poles', 28, 95],
    ],
    season: summer,
  },
  {
    name: 'Garden',
    description: 'Tools, pots, and seeds',
    goods: [
      ['Pruning Shears', 14, 48],
      ['Watering Can', 12, 38],
      ['Planter', 10, 65],
      ['Seed Set', 4, 16],
      ['Garden Gloves', 6, 20],
    ],
    season: summer,
  },
  {
    name: 'Books',
    description: null,
    goods: [
      ['Cookbook', 15, 42],
      ['Travel Guide', 12, 30],
      ['Notebook', 5, 18],
      ['Atlas', 25, 70],
      ['Puzzle Book', 6, 14],
    ],
    season: gifts,
  },
  {
    name: 'Toys & Games',
    description: 'For rainy afternoons',
    goods: [
      ['Board Game', 18, 60],
      ['Jigsaw Puzzle', 10, 32],
      ['Building Blocks', 16, 75],
      ['Card Game', 7, 20],
      ['Plush Bear', 9, 35],
    ],
    season: gifts,
  },
  {
    name: 'Sports',
    description: 'Training at home and outdoors',
    goods: [
      ['Yoga Mat', 18, 65],
      ['Dumbbell Set', 30, 130],
      ['Water Bottle', 8, 30],
      ['Running Belt', 12, 34],
      ['Jump Rope', 6, 22],
    ],
    season: winter,
  },
  {
    name: 'Bath & Body',
    description: 'Soap, towels, and personal care',
    goods: [
      ['Hand Soap', 4, 12],
      ['Bath Towel', 12, 38],
      ['Body Lotion', 7, 24],
      ['Candle', 8, 32],
      ['Bathrobe', 35, 95],
    ],
    season: even,
  },
  {
    name: 'Office',
    description: 'Desks, paper, and lamps',
    goods: [
      ['Desk Lamp', 22, 98],
      ['Desk Organizer', 12, 40],
      ['Fountain Pen', 15, 120],
      ['Office Chair', 110, 420],
      ['Paper Ream', 5, 11],
    ],
    season: autumn,
  },
  {
    name: 'Pets',
    description: 'For cats, dogs and their people',
    goods: [
      ['Dog Leash', 9, 32],
      ['Cat Tree', 40, 160],
      ['Pet Bed', 20, 85],
      ['Feeding Bowl', 6, 22],
      ['Chew Toy', 4, 14],
    ],
    season: even,
  },
  {
    name: 'Bags & Travel',
    description: null,
    goods: [
      ['Suitcase', 70, 290],
      ['Tote Bag', 14, 58],
      ['Wallet', 18, 75],
      ['Travel Pillow', 10, 36],
      ['Toiletry Bag', 12, 42],
    ],
    season: summer,
  },
]

export const productLines = [
  'Harbor',
  'Silver Pine',
  'Juniper',
  'Slate',
  'Meadow',
  'Copper Fox',
  'Lumen',
  'Tundra',
  'Saffron',
  'Orchard',
]

/** Cities, weighted by their shoppers. */
export const places: [place: { city: string; country: string }, weight: number][] = [
  [{ city: 'Berlin', country: 'Germany' }, 9],
  [{ city: 'Hamburg', country: 'Germany' }, 6],
  [{ city: 'Munich', country: 'Germany' }, 6],
  [{ city: 'London', country: 'United Kingdom' }, 10],
  [{ city: 'Manchester', country: 'United Kingdom' }, 5],
  [{ city: 'Edinburgh', country: 'United Kingdom' }, 3],
  [{ city: 'New York', country: 'United States' }, 12],
  [{ city: 'Chicago', country: 'United States' }, 7],
  [{ city: 'Seattle', country: 'United States' }, 6],
  [{ city: 'Austin', country: 'United States' }, 5],
  [{ city: 'Toronto', country: 'Canada' }, 6],
  [{ city: 'Vancouver', country: 'Canada' }, 3],
  [{ city: 'Paris', country: 'France' }, 7],
  [{ city: 'Lyon', country: 'France' }, 3],
  [{ city: 'Madrid', country: 'Spain' }, 4],
  [{ city: 'Valencia', country: 'Spain' }, 2],
  [{ city: 'Amsterdam', country: 'Netherlands' }, 4],
  [{ city: 'Stockholm', country: 'Sweden' }, 3],
  [{ city: 'Warsaw', country: 'Poland' }, 3],
  [{ city: 'Bengaluru', country: 'India' }, 5],
  [{ city: 'São Paulo', country: 'Brazil' }, 4],
  [{ city: 'Osaka', country: 'Japan' }, 3],
  [{ city: 'Sydney', country: 'Australia' }, 4],
]

export const firstNames = [
  'Amara',
  'Noah',
  'Sofia',
  'Liam',
  'Priya',
  'Mateo',
  'Yuki',
  'Elena',
  'Kwame',
  'Ingrid',
  'Omar',
  'Chloé',
  'Arjun',
  'Freya',
  'Diego',
  'Hana',
  'Lukas',
  'Zainab',
  'Oliver',
  'Mei',
  'Tomasz',
  'Leila',
  'Ethan',
  'Nadia',
  'Samuel',
  'Ayşe',
  'Jonas',
  'Grace',
  'Rafael',
  'Aoife',
  'Viktor',
  'Imani',
  'Daniel',
  'Marta',
  'Hugo',
  'Fatima',
  'Emil',
  'Rosa',
  'Ravi',
  'Clara',
] as const

export const lastNames = [
  'Okafor',
  'Lindqvist',
  'García',
  'Novak',
  'Patel',
  'Müller',
  'Tanaka',
  'Rossi',
  'Mensah',
  'Andersen',
  'Haddad',
  'Dubois',
  'Sharma',
  'Kowalski',
  'Silva',
  'Nguyen',
  'Becker',
  'Osei',
  'Walsh',
  'Chen',
  'Petrov',
  'Rahimi',
  'Carter',
  'Marchetti',
  'Brooks',
  'Yılmaz',
  'Schneider',
  "O'Brien",
  'Costa',
  'Murphy',
  'Horvat',
  'Abebe',
  'Kim',
  'Wójcik',
  'Laurent',
  'Hassan',
  'Jensen',
  'Moreno',
  'Iyer',
  'Fischer',
  'Reyes',
  'Virtanen',
  'Banerjee',
  'Thompson',
  'Santos',
] as const

/** Titles and texts of reviews by rating, from one star to five. */
export const reviewWords: { titles: string[]; bodies: string[] }[] = [
  {
    titles: ['Broke after a week', 'Not as described', 'Very disappointed', 'Sent it back'],
    bodies: [
      'It stopped working within days.',
      'The color and the size were both wrong.',
      'Poor finish, would not buy again.',
    ],
  },
  {
    titles: ['Expected more', 'Too expensive for what it is', 'Meh', 'Flimsy'],
    bodies: [
      'It does its job, but feels cheap.',
      'Delivery took too long, and the box was dented.',
      'Smaller than it looks in the pictures.',
    ],
  },
  {
    titles: ['Okay', 'Does the job', 'Mixed feelings', 'Fair for the price'],
    bodies: ['Nothing special, nothing wrong.', 'Good idea, average quality.', 'I use it now and then.'],
  },
  {
    titles: ['Good buy', 'Solid', 'Happy with it', 'Nearly perfect'],
    bodies: ['Well made, but I wish the warranty were longer.', 'Works as promised.', 'A gift that was well received.'],
  },
  {
    titles: ['Love it', 'Excellent quality', 'Best I have owned', 'Would buy again', 'Exactly what I wanted'],
    bodies: [
      'I use it every day and it still looks new.',
      'Beautiful, sturdy and quickly delivered.',
      'Bought a second one for my sister.',
    ],
  },
]
