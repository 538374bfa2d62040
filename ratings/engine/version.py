"""The version that a calculation names; raised whenever a number could come out differently."""

ENGINE_VERSION = "ratings-3"
