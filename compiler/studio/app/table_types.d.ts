// Printed by bench/page_types.py.

export type TableState = {
  title: string;
  answers: number;
  over: boolean;
  "hands-over": string;
  question: number;
  sent: string[];
  resume: string;
  turn: string;
  figures: Record<string, string>;
  looks: string | null;
  sides: string[];
  score: string[];
  log: LogLine[];
  picture: string[];
  ended: string[];
  wins: string[];
  who: string;
  asks: string;
  takes: boolean;
  steps: boolean;
  done: Done | null;
  options: (Option | string)[];
  undo: number;
  all: number;
  cancel: number;
  reach: Record<string, string>;
};

export type CanBegin = {
  actions: CanTake[];
  reach: Record<string, string>;
  later: string;
};

export type OddsLine = {
  said: string;
  chance?: string;
  percent?: number;
  pick?: string;
};

export type LogLine = {
  said: string;
  at: [number, number];
  meant: boolean;
  came: string[];
  factors: string[];
  hexes?: string[];
  turn?: string;
};

export type Done = {
  ends: string | null;
  throws: boolean;
  again?: boolean;
};

export type Option = {
  name: string;
  label?: string;
  said?: string;
  by?: string[];
  piece?: string;
  hex?: string;
  against?: boolean;
  cost?: string;
};

export type CanTake = {
  name: string;
  label: string;
  said: string;
  targets: (Option | string)[];
  steps: boolean;
};
