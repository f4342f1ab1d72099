/** `info` of a FULL result as it goes over the wire (interface section 2.2). Each field may be left out. */
export interface Info {
  /** Grams. The interface states no units; these are the sandbox's. */
  readonly weight?: number;
  /** Type and milliampere-hours. */
  readonly battery?: readonly [string, number];
  readonly qwerty?: boolean;
  /** Year and month of the announcement. */
  readonly year?: readonly [string, string];
  /** Hours. */
  readonly talk_time_umts?: number;
  /** Hours. */
  readonly stand_by?: number;
  readonly touch_scr?: boolean;
  /** Millimetres. */
  readonly size?: { readonly width: number; readonly thickness: number; readonly height: number };
  readonly wifi_hotspot?: boolean;
  /** Megahertz. */
  readonly cpu_clock?: number;
  readonly other_band?: readonly string[];
  readonly build?: string;
  readonly tel_func?: boolean;
  readonly lan?: boolean;
  /** Hours. */
  readonly talk_time?: number;
  readonly int_memory?: string;
  readonly gsm_band?: readonly string[];
  /** Type and the largest that fits, in gigabytes. */
  readonly memory_card?: readonly [string, number];
  readonly umts_band?: readonly string[];
  readonly hsdpa_band?: readonly string[];
  readonly display?: Display;
  readonly lan_ports?: null;
  readonly os?: string;
  readonly cpu?: string;
}

/** `width` and `height` are pixels. */
export interface Display {
  /** Whether it shows colours, and how many. */
  readonly color: readonly [boolean, string];
  readonly type: string;
  readonly size: { readonly width: number; readonly height: number; readonly inches?: number };
}
