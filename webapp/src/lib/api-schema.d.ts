// Generated from docs/openapi.json by `cargo xtask check --fix`.

export interface paths {
    "/api/Account": {
        /**
         * Lists the firms that the user is assigned to
         * @description Any signed-in user, with or without a chosen account.
         */
        get: {
            responses: {
                /** @description Accounts, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["Account"][];
                    };
                };
            };
        };
    };
    "/api/Account/admin": {
        /**
         * Lists the staff accounts of the user
         * @description Any signed-in user, with or without a chosen account.
         */
        get: {
            responses: {
                /** @description Active accounts */
                200: {
                    content: {
                        "application/json": components["schemas"]["AdminAccount"][];
                    };
                };
            };
        };
    };
    "/api/Account/admin/{adminUserKey}": {
        /**
         * Chooses a staff account for this session
         * @description Any signed-in user, with or without a chosen account.
         */
        put: {
            parameters: {
                path: {
                    adminUserKey: string;
                };
            };
            responses: {
                /** @description Permissions of the viewer */
                200: {
                    content: {
                        "application/json": components["schemas"]["Permissions"];
                    };
                };
            };
        };
    };
    "/api/Account/firm/{firmId}": {
        /**
         * Chooses the firm for this session. Staff can open any active firm, which is recorded in its audit log
         * @description Any signed-in user, with or without a chosen account.
         */
        put: {
            parameters: {
                path: {
                    firmId: number;
                };
            };
            responses: {
                /** @description Permissions of the viewer in the firm */
                200: {
                    content: {
                        "application/json": components["schemas"]["Permissions"];
                    };
                };
            };
        };
    };
    "/api/AgentResolution": {
        /**
         * Merges agents into one of them. `Unresolve` undoes it
         * @description Requires write access to `enhancedMerge`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentMerge"];
                };
            };
            responses: {
                /** @description The merge, with the remaining record */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeDone"];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/AffectedAgents": {
        /**
         * Returns the agents side by side, with the records that would move
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentSelection"];
                };
            };
            responses: {
                /** @description In the order of the request */
                200: {
                    content: {
                        "application/json": components["schemas"]["AffectedContact"][];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/AffectedPolicies": {
        /**
         * Lists the contracts whose parties a merge of agents would change
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentSelection"];
                };
            };
            responses: {
                /** @description The contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["AffectedContracts"];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/AffectedUsers": {
        /**
         * Lists the users whose visible contracts depend on the agents
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentSelection"];
                };
            };
            responses: {
                /** @description The users, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["AffectedUser"][];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/CanResolve": {
        /**
         * Lists the problems that block a merge of agents
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentMerge"];
                };
            };
            responses: {
                /** @description Empty if they can be merged */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeProblem"][];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/Candidates": {
        /**
         * Lists possible duplicates among the agents
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CandidatesQuery"];
                };
            };
            responses: {
                /** @description Up to 500 pairs, most likely first */
                200: {
                    content: {
                        "application/json": components["schemas"]["DuplicateCandidates"];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/history": {
        /**
         * Lists the merges of agents
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
            };
            responses: {
                /** @description Up to 50 merges, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeHistory"];
                    };
                };
            };
        };
    };
    "/api/AgentResolution/{mergeUuid}/Unresolve": {
        /**
         * Returns what undoing a merge of agents would do
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            parameters: {
                path: {
                    mergeUuid: string;
                };
            };
            responses: {
                /** @description The preview */
                200: {
                    content: {
                        "application/json": components["schemas"]["UnmergePreview"];
                    };
                };
            };
        };
        /**
         * Undoes a merge: restores the merged agents with their records
         * @description Requires write access to `enhancedMerge`.
         */
        post: {
            parameters: {
                path: {
                    mergeUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentUnmerge"];
                };
            };
            responses: {
                /** @description The merge, with the record that was merged into */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeDone"];
                    };
                };
            };
        };
    };
    "/api/Analytics/{grouping}": {
        /**
         * Groups the policies of a list query, with totals per group. Also requires read access to `allPolicies`
         * @description Requires read access to `analytics`.
         */
        post: {
            parameters: {
                path: {
                    grouping: "agents" | "carriers" | "otheradvisors" | "policyanniversaries" | "beneficiaries" | "policyowner" | "policystatus" | "premiums" | "premiummonths" | "products";
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The groups */
                200: {
                    content: {
                        "application/json": components["schemas"]["Groups"];
                    };
                };
            };
        };
    };
    "/api/Analytics/{grouping}/export": {
        /**
         * Exports all groups as CSV. Also requires read access to `analytics` and `allPolicies`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                path: {
                    grouping: "agents" | "carriers" | "otheradvisors" | "policyanniversaries" | "beneficiaries" | "policyowner" | "policystatus" | "premiums" | "premiummonths" | "products";
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV */
                200: {
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
    };
    "/api/AuditLog/columns": {
        /**
         * Lists the columns of the list of audit log entries that the viewer sees, by label
         * @description Requires read access to `auditLog`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/AuditLog/export": {
        /**
         * Exports all matching audit log entries. Also requires read access to `auditLog`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/AuditLog/search": {
        /**
         * Searches audit log entries
         * @description Requires read access to `auditLog`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/Beneficiary/columns": {
        /**
         * Lists the columns of the list of beneficiaries that the viewer sees, by label
         * @description Requires read access to `allPolicies`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/Beneficiary/export": {
        /**
         * Exports all matching beneficiaries. Also requires read access to `allPolicies`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/Beneficiary/search": {
        /**
         * Searches beneficiaries
         * @description Requires read access to `allPolicies`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/BestInterestForm/columns": {
        /**
         * Lists the columns of the list of best interest forms that the viewer sees, by label
         * @description Requires read access to `bestInterest`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/BestInterestForm/export": {
        /**
         * Exports all matching best interest forms. Also requires read access to `bestInterest`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/BestInterestForm/search": {
        /**
         * Searches best interest forms
         * @description Requires read access to `bestInterest`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/BookOfBusinessSettings/firmagent/{part}": {
        /**
         * Returns a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Agent book of business
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Sets a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Agent book of business. For a template or the whole firm, it needs the permission for firm settings
         * @description Requires write access to `deliverables`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextInput"];
                };
            };
            responses: {
                /** @description The saved text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Reverts a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Agent book of business. Only the text of the requested level is deleted
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies now */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/BookOfBusinessSettings/firmagent/{part}/preview": {
        /**
         * Returns pages with an edited text as images: a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Agent book of business. Stores nothing
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextPreviewInput"];
                };
            };
            responses: {
                /** @description The pages, without contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/BookOfBusinessSettings/firmowner/{part}": {
        /**
         * Returns a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Owner book of business
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Sets a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Owner book of business. For a template or the whole firm, it needs the permission for firm settings
         * @description Requires write access to `deliverables`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextInput"];
                };
            };
            responses: {
                /** @description The saved text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Reverts a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Owner book of business. Only the text of the requested level is deleted
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies now */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/BookOfBusinessSettings/firmowner/{part}/preview": {
        /**
         * Returns pages with an edited text as images: a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Owner book of business. Stores nothing
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextPreviewInput"];
                };
            };
            responses: {
                /** @description The pages, without contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmAgent/generate": {
        /**
         * Generates and stores the book of business of an agent. Its values do not change later. A book with more than 500 contracts is generated in the background, with the values of that time. The viewer is notified when it is ready or has failed
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BookRequest"];
                };
            };
            responses: {
                /** @description The document, as an attachment */
                200: {
                    content: {
                        "application/pdf": string;
                    };
                };
                /** @description The book is large and is being generated in the background */
                202: {
                    content: {
                        "application/json": components["schemas"]["PendingVersion"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmAgent/{uuid}": {
        /**
         * Returns how many contracts the book of business of an agent would list
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The contracts, and versions that are not generated yet */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookOfBusiness"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmAgent/{uuid}/Existing": {
        /**
         * Lists the stored books of business of an agent
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["StoredDeliverable"][];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmAgent/{uuid}/document/{documentId}": {
        /**
         * Downloads a stored book of business
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description The document, as an attachment */
                200: {
                    content: {
                        "application/pdf": string;
                    };
                };
            };
        };
        /**
         * Deletes a stored book of business. It can be restored like other documents for 30 days
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                path: {
                    uuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmAgent/{uuid}/document/{documentId}/retry": {
        /**
         * Starts a failed book of business again
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description Started */
                204: {
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmAgent/{uuid}/preview/{templateUuid}": {
        /**
         * Returns the first pages of the book of business of an agent as images. Stores nothing
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent. Default: 1 */
                    groupBy?: number;
                    /** @description Default: true */
                    includeAnnuities?: boolean;
                };
                path: {
                    uuid: string;
                    templateUuid: string;
                };
            };
            responses: {
                /** @description The pages */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmOwner/generate": {
        /**
         * Generates and stores the book of business of an owner. Its values do not change later. A book with more than 500 contracts is generated in the background, with the values of that time. The viewer is notified when it is ready or has failed
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BookRequest"];
                };
            };
            responses: {
                /** @description The document, as an attachment */
                200: {
                    content: {
                        "application/pdf": string;
                    };
                };
                /** @description The book is large and is being generated in the background */
                202: {
                    content: {
                        "application/json": components["schemas"]["PendingVersion"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmOwner/{uuid}": {
        /**
         * Returns how many contracts the book of business of an owner would list
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The contracts, and versions that are not generated yet */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookOfBusiness"];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmOwner/{uuid}/Existing": {
        /**
         * Lists the stored books of business of an owner
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["StoredDeliverable"][];
                    };
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmOwner/{uuid}/document/{documentId}": {
        /**
         * Downloads a stored book of business
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description The document, as an attachment */
                200: {
                    content: {
                        "application/pdf": string;
                    };
                };
            };
        };
        /**
         * Deletes a stored book of business. It can be restored like other documents for 30 days
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                path: {
                    uuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmOwner/{uuid}/document/{documentId}/retry": {
        /**
         * Starts a failed book of business again
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description Started */
                204: {
                };
            };
        };
    };
    "/api/BookOfBusiness/FirmOwner/{uuid}/preview/{templateUuid}": {
        /**
         * Returns the first pages of the book of business of an owner as images. Stores nothing
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent. Default: 1 */
                    groupBy?: number;
                    /** @description Default: true */
                    includeAnnuities?: boolean;
                };
                path: {
                    uuid: string;
                    templateUuid: string;
                };
            };
            responses: {
                /** @description The pages */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/Branding": {
        /**
         * Returns the branding for the host name of the request
         * @description Anyone.
         */
        get: {
            responses: {
                /** @description The branding. Unknown host names get the default */
                200: {
                    content: {
                        "application/json": components["schemas"]["Branding"];
                    };
                };
            };
        };
        /**
         * Updates the branding of one host name of the firm
         * @description Requires write access to `firmSettings`.
         */
        put: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BrandingInput"];
                };
            };
            responses: {
                /** @description The saved branding */
                200: {
                    content: {
                        "application/json": components["schemas"]["BrandingSettings"];
                    };
                };
            };
        };
    };
    "/api/Branding/logo/{logo}": {
        /**
         * Sets the `app` or `full` logo of a host name
         * @description Requires write access to `firmSettings`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description Host name. Default: the host name of the request */
                    host?: string | null;
                };
                path: {
                    logo: "app" | "full";
                };
            };
            requestBody: {
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            responses: {
                /** @description The saved branding */
                200: {
                    content: {
                        "application/json": components["schemas"]["BrandingSettings"];
                    };
                };
            };
        };
        /**
         * Removes the `app` or `full` logo of a host name
         * @description Requires write access to `firmSettings`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description Host name. Default: the host name of the request */
                    host?: string | null;
                };
                path: {
                    logo: "app" | "full";
                };
            };
            responses: {
                /** @description The saved branding */
                200: {
                    content: {
                        "application/json": components["schemas"]["BrandingSettings"];
                    };
                };
            };
        };
    };
    "/api/Branding/settings": {
        /**
         * Lists the branding of all host names of the firm
         * @description Requires read access to `firmSettings`.
         */
        get: {
            responses: {
                /** @description Branding, by host name */
                200: {
                    content: {
                        "application/json": components["schemas"]["BrandingSettings"][];
                    };
                };
            };
        };
    };
    "/api/Carrier": {
        /**
         * Lists the active carriers, by name
         * @description Any signed-in user with an account.
         */
        get: {
            responses: {
                /** @description Carriers */
                200: {
                    content: {
                        "application/json": components["schemas"]["Carrier"][];
                    };
                };
            };
        };
    };
    "/api/Cohort": {
        /**
         * Creates a cohort with its first contacts or its rule
         * @description Requires write access to `cohorts`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewCohort"];
                };
            };
            responses: {
                /** @description The new cohort */
                201: {
                    content: {
                        "application/json": components["schemas"]["Cohort"];
                    };
                };
            };
        };
    };
    "/api/Cohort/FirmAgent/{uuid}": {
        /**
         * Lists the cohorts of an agent, with the reasons for each membership
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Memberships, by cohort name */
                200: {
                    content: {
                        "application/json": components["schemas"]["Membership"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/FirmAgent/{uuid}/nextCohortScheduleSendDate": {
        /**
         * Returns the date of the next cohort send to an agent
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The date, or null if no send is scheduled */
                200: {
                    content: {
                        "application/json": components["schemas"]["NextSend"];
                    };
                };
            };
        };
    };
    "/api/Cohort/FirmOwner/{uuid}": {
        /**
         * Lists the cohorts of an owner, with the reasons for each membership
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Memberships, by cohort name */
                200: {
                    content: {
                        "application/json": components["schemas"]["Membership"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk": {
        /**
         * Lists the last 200 uploads visible to the viewer, newest first
         * @description Requires read access to `importData`.
         */
        get: {
            responses: {
                /** @description Uploads */
                200: {
                    content: {
                        "application/json": components["schemas"]["Upload"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/map/{uploadType}/firm/{firmId}": {
        /**
         * Uploads a file of contacts or contracts of up to 25 MB and returns how it is read and a suggested mapping
         * @description Requires write access to `importData`.
         */
        post: {
            parameters: {
                path: {
                    uploadType: number;
                    firmId: number;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                /** @description The upload */
                201: {
                    content: {
                        "application/json": components["schemas"]["UploadStart"];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/preview/{storageGuid}": {
        /**
         * Previews the import: counts for the whole file, and a page of rows
         * @description Requires write access to `importData`.
         */
        post: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PreviewRequest"];
                };
            };
            responses: {
                /** @description The preview */
                200: {
                    content: {
                        "application/json": components["schemas"]["Preview"];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/submit/{storageGuid}/cohort/{cohortId}": {
        /**
         * Starts the import of a previewed file, into a cohort or `none`. Repeated requests have no further effect
         * @description Requires write access to `importData`.
         */
        post: {
            parameters: {
                path: {
                    storageGuid: string;
                    cohortId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SubmitRequest"];
                };
            };
            responses: {
                /** @description The upload. The hub reports its progress as `JobProgress` */
                202: {
                    content: {
                        "application/json": components["schemas"]["Upload"];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/{storageGuid}": {
        /**
         * Returns one upload with everything needed to continue it
         * @description Requires read access to `importData`.
         */
        get: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            responses: {
                /** @description The upload */
                200: {
                    content: {
                        "application/json": components["schemas"]["UploadDetails"];
                    };
                };
            };
        };
        /**
         * Deletes an upload that was not imported, with its file
         * @description Requires write access to `importData`.
         */
        delete: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Cohort/bulk/{storageGuid}/reading": {
        /**
         * Reads the file again with a different sheet, delimiter, encoding or header
         * @description Requires write access to `importData`.
         */
        post: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReadingRequest"];
                };
            };
            responses: {
                /** @description The upload with a new suggested mapping */
                200: {
                    content: {
                        "application/json": components["schemas"]["UploadStart"];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/{storageGuid}/rejected": {
        /**
         * Exports the rejected rows as they appear in the file, with reasons
         * @description Requires read access to `importData`.
         */
        get: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            responses: {
                /** @description CSV, streamed */
                200: {
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/{storageGuid}/undo": {
        /**
         * Starts to undo an import, within 30 days
         * @description Requires write access to `importData`.
         */
        post: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            responses: {
                /** @description The upload */
                202: {
                    content: {
                        "application/json": components["schemas"]["Upload"];
                    };
                };
            };
        };
    };
    "/api/Cohort/bulk/{storageGuid}/updated": {
        /**
         * Exports the fields of existing records that the import changed, with old and new values
         * @description Requires read access to `importData`.
         */
        get: {
            parameters: {
                path: {
                    storageGuid: string;
                };
            };
            responses: {
                /** @description CSV, streamed */
                200: {
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
    };
    "/api/Cohort/columns": {
        /**
         * Lists the columns of the list of cohorts that the viewer sees, by label
         * @description Requires read access to `cohorts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/counts": {
        /**
         * Counts the current contacts of several cohorts
         * @description Requires read access to `cohorts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CohortsToCount"];
                };
            };
            responses: {
                /** @description Counts of the visible cohorts, in no particular order */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortCount"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/export": {
        /**
         * Exports all matching cohorts. Also requires read access to `cohorts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/Cohort/firm/{firmId}": {
        /**
         * Lists the firm's cohorts visible to the viewer, by name
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 1 Agent, 2 Owner. Default: both */
                    contactType?: number | null;
                };
                path: {
                    firmId: number;
                };
            };
            responses: {
                /** @description Cohorts */
                200: {
                    content: {
                        "application/json": components["schemas"]["Cohort"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/search": {
        /**
         * Searches cohorts
         * @description Requires read access to `cohorts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}": {
        /**
         * Returns one cohort with a page of its contacts and its schedules
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of contacts to skip. Default: 0 */
                    contactOffset?: number | null;
                    /** @description Number of contacts to return, up to 5,000. Default: 500 */
                    contactRowCount?: number | null;
                };
                path: {
                    cohortUuid: string;
                };
            };
            responses: {
                /** @description The cohort */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortDetails"];
                    };
                };
            };
        };
        /**
         * Updates the name, description or rule of a cohort
         * @description Requires write access to `cohorts`.
         */
        put: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CohortInput"];
                };
            };
            responses: {
                /** @description The saved cohort */
                200: {
                    content: {
                        "application/json": components["schemas"]["Cohort"];
                    };
                };
            };
        };
        /**
         * Deletes a cohort. Its contacts are not deleted
         * @description Requires write access to `cohorts`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    cohortUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/FirmAgents": {
        /**
         * Searches the agents of a cohort
         * @description Requires read access to `cohorts`.
         */
        post: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/contact": {
        /**
         * Adds contacts to a static cohort
         * @description Requires write access to `cohorts`.
         */
        post: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CohortContacts"];
                };
            };
            responses: {
                /** @description The added contacts */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortChange"];
                    };
                };
            };
        };
        /**
         * Removes contacts from a static cohort
         * @description Requires write access to `cohorts`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description UUID of a contact to remove. Can be repeated */
                    contactUuids: string[];
                };
                path: {
                    cohortUuid: string;
                };
            };
            responses: {
                /** @description The removed contacts */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortChange"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/contact/removal": {
        /**
         * Removes contacts from a static cohort, given in the request body
         * @description Requires write access to `cohorts`.
         */
        post: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CohortContacts"];
                };
            };
            responses: {
                /** @description The removed contacts */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortChange"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/restore": {
        /**
         * Restores a deleted cohort with its contacts
         * @description Requires write access to `cohorts`.
         */
        post: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            responses: {
                /** @description The cohort */
                200: {
                    content: {
                        "application/json": components["schemas"]["Cohort"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule": {
        /**
         * Lists the schedules of a cohort, by name
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            responses: {
                /** @description Schedules with their last and next send dates */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortSchedule"][];
                    };
                };
            };
        };
        /**
         * Creates a schedule, or updates the one given by `scheduleId`
         * @description Requires write access to `cohorts`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    cohortUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ScheduleInput"];
                };
            };
            responses: {
                /** @description The saved schedule */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortSchedule"];
                    };
                };
                /** @description The new schedule */
                201: {
                    content: {
                        "application/json": components["schemas"]["CohortSchedule"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule/past": {
        /**
         * Lists the past sends of a cohort, newest first
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    cohortUuid: string;
                };
            };
            responses: {
                /** @description Sends with delivery counts */
                200: {
                    content: {
                        "application/json": components["schemas"]["PastSend"][];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule/{scheduleUuid}": {
        /**
         * Deletes a schedule. Past sends are kept, and pending messages are not sent
         * @description Requires write access to `cohorts`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    cohortUuid: string;
                    scheduleUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule/{scheduleUuid}/document": {
        /**
         * Downloads the documents attached for each contact. Also requires read access to `cohorts`
         * @description Requires write access to `exportData`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Date of a past send. Default: a preview of the next send, or the last send of an ended schedule */
                    sendDate?: string | null;
                };
                path: {
                    cohortUuid: string;
                    scheduleUuid: string;
                };
            };
            responses: {
                /** @description Files by contact, and a list of recipients */
                200: {
                    content: {
                        "application/zip": string;
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule/{scheduleUuid}/dryRun": {
        /**
         * Previews a send: which contacts would get a message, and why others would not
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    cohortUuid: string;
                    scheduleUuid: string;
                };
            };
            responses: {
                /** @description The expected delivery to each contact */
                200: {
                    content: {
                        "application/json": components["schemas"]["DryRun"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule/{scheduleUuid}/restore": {
        /**
         * Restores a deleted schedule. Sends missed in the meantime are not made up
         * @description Requires write access to `cohorts`.
         */
        post: {
            parameters: {
                path: {
                    cohortUuid: string;
                    scheduleUuid: string;
                };
            };
            responses: {
                /** @description The schedule */
                200: {
                    content: {
                        "application/json": components["schemas"]["CohortSchedule"];
                    };
                };
            };
        };
    };
    "/api/Cohort/{cohortUuid}/schedule/{scheduleUuid}/send/{sendDate}": {
        /**
         * Returns one send with its message and deliveries
         * @description Requires read access to `cohorts`.
         */
        get: {
            parameters: {
                path: {
                    cohortUuid: string;
                    scheduleUuid: string;
                    sendDate: string;
                };
            };
            responses: {
                /** @description The send */
                200: {
                    content: {
                        "application/json": components["schemas"]["SendDetails"];
                    };
                };
            };
        };
    };
    "/api/Document/storage": {
        /**
         * Returns the space that the firm's documents use and may use
         * @description Any signed-in user with an account.
         */
        get: {
            responses: {
                /** @description Used and allowed space in bytes */
                200: {
                    content: {
                        "application/json": components["schemas"]["Storage"];
                    };
                };
            };
        };
    };
    "/api/Document/{documentUuid}": {
        /**
         * Downloads a document. Requires read access to its record
         * @description Any signed-in user with an account.
         */
        get: {
            parameters: {
                path: {
                    documentUuid: string;
                };
            };
            responses: {
                /** @description The file, as an attachment */
                200: {
                    content: {
                        "*/*": string;
                    };
                };
            };
        };
        /**
         * Deletes a document. Requires write access to its record
         * @description Any signed-in user with an account.
         */
        delete: {
            parameters: {
                path: {
                    documentUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Document/{documentUuid}/link": {
        /**
         * Returns a link that downloads a document once within 60 s in the same browser. Requires read access to its record
         * @description Any signed-in user with an account.
         */
        post: {
            parameters: {
                path: {
                    documentUuid: string;
                };
            };
            responses: {
                /** @description The link. A cookie comes with it */
                201: {
                    content: {
                        "application/json": components["schemas"]["DownloadLink"];
                    };
                };
            };
        };
    };
    "/api/Document/{documentUuid}/restore": {
        /**
         * Restores a deleted document. Requires write access to its record
         * @description Any signed-in user with an account.
         */
        post: {
            parameters: {
                path: {
                    documentUuid: string;
                };
            };
            responses: {
                /** @description Restored */
                204: {
                };
            };
        };
    };
    "/api/DuplicatePair/columns": {
        /**
         * Lists the columns of the list of possible duplicates that the viewer sees, by label
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/DuplicatePair/export": {
        /**
         * Exports all matching possible duplicates. Also requires read access to `enhancedMerge`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/DuplicatePair/progress": {
        /**
         * Returns the progress of the comparison of all agents and owners
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            responses: {
                /** @description The progress */
                200: {
                    content: {
                        "application/json": components["schemas"]["DuplicateProgress"];
                    };
                };
            };
        };
    };
    "/api/DuplicatePair/rescore": {
        /**
         * Compares all agents and owners of the firm again, in the background
         * @description Requires write access to `enhancedMerge`.
         */
        post: {
            responses: {
                /** @description The comparison has started */
                202: {
                    content: {
                        "application/json": components["schemas"]["DuplicateProgress"];
                    };
                };
            };
        };
    };
    "/api/DuplicatePair/review": {
        /**
         * Marks pairs as not duplicates until one of their contacts changes, or lists them again
         * @description Requires write access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PairReview"];
                };
            };
            responses: {
                /** @description The pairs have the state */
                204: {
                };
            };
        };
    };
    "/api/DuplicatePair/search": {
        /**
         * Searches possible duplicates
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/DuplicatePair/{pairUuid}": {
        /**
         * Returns a pair with the points of each compared field
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            parameters: {
                path: {
                    pairUuid: string;
                };
            };
            responses: {
                /** @description The pair */
                200: {
                    content: {
                        "application/json": components["schemas"]["DuplicatePair"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners": {
        /**
         * Lists the partners of the firm by name
         * @description Requires read access to `embedSessions`.
         */
        get: {
            responses: {
                /** @description Partners with their valid keys */
                200: {
                    content: {
                        "application/json": components["schemas"]["Partner"][];
                    };
                };
            };
        };
        /**
         * Adds a partner
         * @description Requires write access to `embedSessions`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PartnerInput"];
                };
            };
            responses: {
                /** @description The partner, without keys */
                201: {
                    content: {
                        "application/json": components["schemas"]["Partner"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}": {
        /**
         * Changes or deactivates a partner
         * @description Requires write access to `embedSessions`.
         */
        put: {
            parameters: {
                path: {
                    partnerUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PartnerInput"];
                };
            };
            responses: {
                /** @description The saved partner */
                200: {
                    content: {
                        "application/json": components["schemas"]["Partner"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/keys": {
        /**
         * Creates a key of a partner's backend
         * @description Requires write access to `embedSessions`.
         */
        post: {
            parameters: {
                path: {
                    partnerUuid: string;
                };
            };
            responses: {
                /** @description The key. It cannot be read again */
                201: {
                    content: {
                        "application/json": components["schemas"]["NewPartnerKey"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/keys/{keyUuid}": {
        /**
         * Revokes a key and ends the sessions created with it
         * @description Requires write access to `embedSessions`.
         */
        delete: {
            parameters: {
                path: {
                    partnerUuid: string;
                    keyUuid: string;
                };
            };
            responses: {
                /** @description Revoked */
                204: {
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/preview": {
        /**
         * Creates a session of the caller, to preview a widget in the portal
         * @description Requires write access to `embedSessions`.
         */
        post: {
            parameters: {
                path: {
                    partnerUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmbedPreviewRequest"];
                };
            };
            responses: {
                /** @description The session. Its secret works once, in a page of the portal */
                201: {
                    content: {
                        "application/json": components["schemas"]["ClientSecret"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/sessions": {
        /**
         * Lists the newest sessions of a partner
         * @description Requires read access to `embedSessions`.
         */
        get: {
            parameters: {
                path: {
                    partnerUuid: string;
                };
            };
            responses: {
                /** @description Up to 50 sessions, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["EmbedSession"][];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/webhooks": {
        /**
         * Lists the webhooks of a partner
         * @description Requires read access to `embedSessions`.
         */
        get: {
            parameters: {
                path: {
                    partnerUuid: string;
                };
            };
            responses: {
                /** @description Webhooks, oldest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["Webhook"][];
                    };
                };
            };
        };
        /**
         * Adds a webhook
         * @description Requires write access to `embedSessions`.
         */
        post: {
            parameters: {
                path: {
                    partnerUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookInput"];
                };
            };
            responses: {
                /** @description The webhook and its secret. The secret cannot be read again */
                201: {
                    content: {
                        "application/json": components["schemas"]["NewWebhook"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}": {
        /**
         * Changes or deactivates a webhook
         * @description Requires write access to `embedSessions`.
         */
        put: {
            parameters: {
                path: {
                    partnerUuid: string;
                    webhookUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookInput"];
                };
            };
            responses: {
                /** @description The saved webhook */
                200: {
                    content: {
                        "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
        /**
         * Deletes a webhook and its deliveries
         * @description Requires write access to `embedSessions`.
         */
        delete: {
            parameters: {
                path: {
                    partnerUuid: string;
                    webhookUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/deliveries": {
        /**
         * Lists the newest deliveries of a webhook
         * @description Requires read access to `embedSessions`.
         */
        get: {
            parameters: {
                path: {
                    partnerUuid: string;
                    webhookUuid: string;
                };
            };
            responses: {
                /** @description Up to 50 deliveries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"][];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/deliveries/{deliveryUuid}/replay": {
        /**
         * Sends the event of a delivery again
         * @description Requires write access to `embedSessions`.
         */
        post: {
            parameters: {
                path: {
                    partnerUuid: string;
                    webhookUuid: string;
                    deliveryUuid: string;
                };
            };
            responses: {
                /** @description The queued delivery */
                201: {
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/secret": {
        /**
         * Replaces the secret of a webhook. The previous one signs as well for 24 hours
         * @description Requires write access to `embedSessions`.
         */
        post: {
            parameters: {
                path: {
                    partnerUuid: string;
                    webhookUuid: string;
                };
            };
            responses: {
                /** @description The webhook and its secret. The secret cannot be read again */
                201: {
                    content: {
                        "application/json": components["schemas"]["NewWebhook"];
                    };
                };
            };
        };
    };
    "/api/Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/test": {
        /**
         * Sends a test event
         * @description Requires write access to `embedSessions`.
         */
        post: {
            parameters: {
                path: {
                    partnerUuid: string;
                    webhookUuid: string;
                };
            };
            responses: {
                /** @description The queued delivery */
                201: {
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    "/api/Embed/session": {
        /**
         * Creates a session of a widget. The partner's backend passes its client secret to the page
         * @description A partner's backend with its key.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmbedSessionRequest"];
                };
            };
            responses: {
                /** @description The session. Its secret works once */
                201: {
                    content: {
                        "application/json": components["schemas"]["ClientSecret"];
                    };
                };
            };
        };
    };
    "/api/Embed/token": {
        /**
         * Exchanges a client secret for the access token of a widget
         * @description The page of a widget with the client secret of a session.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmbedTokenRequest"];
                };
            };
            responses: {
                /** @description The access token */
                200: {
                    content: {
                        "application/json": components["schemas"]["EmbedToken"];
                    };
                };
            };
        };
        /**
         * Ends the session of a widget
         * @description A widget with an access token of `POST Embed/token`.
         */
        delete: {
            responses: {
                /** @description Ended */
                204: {
                };
            };
        };
    };
    "/api/Favorite": {
        /**
         * Lists the viewer's favorite records, the latest first
         * @description Any signed-in user with an account.
         */
        get: {
            responses: {
                /** @description The favorites whose records the viewer can open */
                200: {
                    content: {
                        "application/json": components["schemas"]["Favorite"][];
                    };
                };
            };
        };
    };
    "/api/Favorite/{favoriteKind}/{uuid}": {
        /**
         * Adds a record to the viewer's favorites
         * @description Any signed-in user with an account.
         */
        put: {
            parameters: {
                path: {
                    favoriteKind: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description The record is a favorite */
                204: {
                };
            };
        };
        /**
         * Removes a record from the viewer's favorites
         * @description Any signed-in user with an account.
         */
        delete: {
            parameters: {
                path: {
                    favoriteKind: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description The record is no favorite */
                204: {
                };
            };
        };
    };
    "/api/Firm": {
        /**
         * Lists the firms of the platform by name, up to 200 matches
         * @description Requires read access to `firms`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Part of the name, case- and accent-insensitive */
                    text?: string;
                };
            };
            responses: {
                /** @description Firms */
                200: {
                    content: {
                        "application/json": components["schemas"]["FirmEntry"][];
                    };
                };
            };
        };
    };
    "/api/FirmAgent": {
        /**
         * Lists agents for a picker, by name
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Must be the viewer's firm if given */
                    firmId?: number | null;
                    /** @description Words of the name or number to search for */
                    searchText?: string | null;
                    /** @description Default: 50 */
                    rowCount?: number | null;
                };
            };
            responses: {
                /** @description The first matches */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactOption"][];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/Agent/{uuid}/source": {
        /**
         * Returns the origin of the record
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The origin */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactSource"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/Contracts/{uuid}": {
        /**
         * Searches the annuities of one agent
         * @description Requires read access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/Policies/{uuid}": {
        /**
         * Searches the policies of one agent
         * @description Requires read access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/agent/{uuid}": {
        /**
         * Returns one agent
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/agent/{uuid}/activity": {
        /**
         * Lists the activity of one agent
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Up to 50 entries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/agent/{uuid}/agentIntegration/{flag}": {
        /**
         * Turns agent integration (carrier data feeds) on or off
         * @description Requires write access to `contacts`.
         */
        put: {
            parameters: {
                path: {
                    uuid: string;
                    flag: boolean;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["IntegrationInput"];
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/agent/{uuid}/documents": {
        /**
         * Lists the documents of one agent
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["Document"][];
                    };
                };
            };
        };
        /**
         * Uploads a document of up to 25 MB to one agent
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The stored document */
                201: {
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/agent/{uuid}/reveal": {
        /**
         * Reveals the tax ID in full. The request is recorded in the audit log
         * @description Requires read access to `revealIdentifiers`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The tax ID */
                200: {
                    content: {
                        "application/json": components["schemas"]["RevealedTaxId"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/columns": {
        /**
         * Lists the columns of the list of agents that the viewer sees, by label
         * @description Requires read access to `contacts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/customFields": {
        /**
         * Lists the firm's custom fields for agents
         * @description Requires read access to `contacts`.
         */
        get: {
            responses: {
                /** @description Fields, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["CustomField"][];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/duplicates": {
        /**
         * Returns stored agents that may be the same as the given one
         * @description Requires write access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description Up to 5 matches, most likely first */
                200: {
                    content: {
                        "application/json": components["schemas"]["DuplicateMatch"][];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/export": {
        /**
         * Exports all matching agents. Also requires read access to `contacts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/FirmAgent/search": {
        /**
         * Searches agents
         * @description Requires read access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/totals": {
        /**
         * Returns the totals of all matching agents. Each contract counts once
         * @description Requires read access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description Totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["Totals"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/{firmId}": {
        /**
         * Creates an agent, and attaches it to the contract given by `policyUuid`
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description UUID of a policy or annuity to attach the new record to */
                    policyUuid?: string | null;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    firmId: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description The new record */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/{firmId}/agent/{uuid}": {
        /**
         * Updates an agent
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
        /**
         * Deletes an agent
         * @description Requires write access to `deleteContacts`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description UUID of the contact that takes over the contracts */
                    reassignTo?: string | null;
                };
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/FirmAgent/{firmId}/agent/{uuid}/restore": {
        /**
         * Restores a deleted agent with its links
         * @description Requires write access to `deleteContacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/{firmId}/policy/{policyId}/contact/{uuid}": {
        /**
         * Detaches an agent from a contract
         * @description Requires write access to `contacts`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description The role to remove. Default: all roles */
                    typeId?: number | null;
                };
                path: {
                    firmId: number;
                    policyId: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description Detached */
                204: {
                };
            };
        };
    };
    "/api/FirmAgent/{firmId}/policy/{policyId}/contact/{uuid}/restore": {
        /**
         * Undoes the last detachment of an agent from a contract
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    policyId: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description The contact with updated totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmAgent/{firmId}/policy/{policyId}/type/{typeId}": {
        /**
         * Attaches an agent to a policy or annuity
         * @description Requires write access to `contacts`.
         */
        put: {
            parameters: {
                path: {
                    firmId: number;
                    policyId: string;
                    typeId: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AttachInput"];
                };
            };
            responses: {
                /** @description The contact with updated totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured": {
        /**
         * Lists insureds for a picker, by name
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Must be the viewer's firm if given */
                    firmId?: number | null;
                    /** @description Words of the name or number to search for */
                    searchText?: string | null;
                    /** @description Default: 50 */
                    rowCount?: number | null;
                };
            };
            responses: {
                /** @description The first matches */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactOption"][];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/Contracts/{uuid}": {
        /**
         * Searches the annuities of one insured
         * @description Requires read access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/Policies/{uuid}": {
        /**
         * Searches the policies of one insured
         * @description Requires read access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/columns": {
        /**
         * Lists the columns of the list of insureds that the viewer sees, by label
         * @description Requires read access to `contacts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/customFields": {
        /**
         * Lists the firm's custom fields for insureds
         * @description Requires read access to `contacts`.
         */
        get: {
            responses: {
                /** @description Fields, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["CustomField"][];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/export": {
        /**
         * Exports all matching insureds. Also requires read access to `contacts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/FirmInsured/insured/{uuid}": {
        /**
         * Returns one insured
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/insured/{uuid}/activity": {
        /**
         * Lists the activity of one insured
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Up to 50 entries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/insured/{uuid}/documents": {
        /**
         * Lists the documents of one insured
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["Document"][];
                    };
                };
            };
        };
        /**
         * Uploads a document of up to 25 MB to one insured
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The stored document */
                201: {
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/insured/{uuid}/reveal": {
        /**
         * Reveals the tax ID in full. The request is recorded in the audit log
         * @description Requires read access to `revealIdentifiers`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The tax ID */
                200: {
                    content: {
                        "application/json": components["schemas"]["RevealedTaxId"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/search": {
        /**
         * Searches insureds
         * @description Requires read access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/totals": {
        /**
         * Returns the totals of all matching insureds. Each contract counts once
         * @description Requires read access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description Totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["Totals"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/{firmId}": {
        /**
         * Creates an insured, and attaches it to the contract given by `policyUuid`
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description UUID of a policy or annuity to attach the new record to */
                    policyUuid?: string | null;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    firmId: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description The new record */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/{firmId}/insured/{uuid}": {
        /**
         * Updates an insured
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
        /**
         * Deletes an insured
         * @description Requires write access to `deleteContacts`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description UUID of the contact that takes over the contracts */
                    reassignTo?: string | null;
                };
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/FirmInsured/{firmId}/insured/{uuid}/restore": {
        /**
         * Restores a deleted insured with its links
         * @description Requires write access to `deleteContacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/{firmId}/policy/{policyId}/contact/{uuid}": {
        /**
         * Detaches an insured from a contract
         * @description Requires write access to `contacts`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description The role to remove. Default: all roles */
                    typeId?: number | null;
                };
                path: {
                    firmId: number;
                    policyId: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description Detached */
                204: {
                };
            };
        };
    };
    "/api/FirmInsured/{firmId}/policy/{policyId}/contact/{uuid}/restore": {
        /**
         * Undoes the last detachment of an insured from a contract
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    policyId: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description The contact with updated totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsured/{firmId}/policy/{policyId}/type/{typeId}": {
        /**
         * Attaches an insured to a policy or annuity
         * @description Requires write access to `contacts`.
         */
        put: {
            parameters: {
                path: {
                    firmId: number;
                    policyId: string;
                    typeId: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AttachInput"];
                };
            };
            responses: {
                /** @description The contact with updated totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/open": {
        /**
         * Lists open requests, drafts too. Has medical data only with a reason, which is then recorded for each insured
         * @description Requires read access to `insuredMedical`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of requests to skip */
                    offset?: number;
                    /** @description Words in the name, email, phone or other data of the insured */
                    search?: string;
                    /** @description `RequestNeed` code: `Due`, `Authorization`, `Draft`, `Letter`, `FollowUp` or `Provider` */
                    need?: string | null;
                    /** @description `ViewReason` code. Required to see providers and types */
                    reason?: string | null;
                };
            };
            responses: {
                /** @description Up to 50 requests, the earliest next step first, drafts last */
                200: {
                    content: {
                        "application/json": components["schemas"]["OpenRequestPage"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/request/{uuid}": {
        /**
         * Adds a draft of a request for medical records of an insured
         * @description Requires write access to `insuredMedical`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MedicalRequestInput"];
                };
            };
            responses: {
                /** @description The requests of the insured */
                201: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}": {
        /**
         * Returns the medical requests of an insured. The view is recorded with its reason
         * @description Requires read access to `insuredMedical`.
         */
        get: {
            parameters: {
                query: {
                    /** @description `ViewReason` code: `Request`, `Underwriting`, `PolicyReview`, `Claim` or `ClientQuestion` */
                    reason: string;
                };
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The requests, latest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/document/{documentUuid}": {
        /**
         * Downloads a medical document. The download is recorded with its reason
         * @description Requires read access to `insuredMedical`.
         */
        get: {
            parameters: {
                query: {
                    /** @description `ViewReason` code: `Request`, `Underwriting`, `PolicyReview`, `Claim` or `ClientQuestion` */
                    reason: string;
                };
                path: {
                    uuid: string;
                    documentUuid: string;
                };
            };
            responses: {
                /** @description The file, as an attachment */
                200: {
                    content: {
                        "*/*": string;
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/documents": {
        /**
         * Uploads a signed authorization of up to 25 MB
         * @description Requires write access to `insuredMedical`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The requests of the insured, with the document */
                201: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/history": {
        /**
         * Lists who viewed, opened or changed the medical data of an insured, when and why
         * @description Requires read access to `insuredMedical`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Up to 50 entries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["MedicalHistory"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/request/{requestUuid}": {
        /**
         * Updates a draft
         * @description Requires write access to `insuredMedical`.
         */
        put: {
            parameters: {
                path: {
                    uuid: string;
                    requestUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MedicalRequestInput"];
                };
            };
            responses: {
                /** @description The requests of the insured */
                200: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/request/{requestUuid}/close": {
        /**
         * Records that the provider refused a request, or cancels it
         * @description Requires write access to `insuredMedical`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                    requestUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CloseInput"];
                };
            };
            responses: {
                /** @description The requests of the insured */
                200: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/request/{requestUuid}/documents": {
        /**
         * Stores a received record of up to 25 MB. The request is then received
         * @description Requires write access to `insuredMedical`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                    requestUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The requests of the insured, with the document */
                201: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/request/{requestUuid}/letter/{letterUuid}": {
        /**
         * Records that a letter was mailed or faxed, or was not delivered, or queues it again
         * @description Requires write access to `insuredMedical`.
         */
        put: {
            parameters: {
                path: {
                    uuid: string;
                    requestUuid: string;
                    letterUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LetterChangeInput"];
                };
            };
            responses: {
                /** @description The requests of the insured */
                200: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmInsuredMedical/{uuid}/request/{requestUuid}/send": {
        /**
         * Creates the next letter to the provider: the request, or a follow-up that is due. Requires a HIPAA authorization that covers the request
         * @description Requires write access to `insuredMedical`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                    requestUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendInput"];
                };
            };
            responses: {
                /** @description The requests of the insured */
                201: {
                    content: {
                        "application/json": components["schemas"]["MedicalRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner": {
        /**
         * Lists owners for a picker, by name
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Must be the viewer's firm if given */
                    firmId?: number | null;
                    /** @description Words of the name or number to search for */
                    searchText?: string | null;
                    /** @description Default: 50 */
                    rowCount?: number | null;
                };
            };
            responses: {
                /** @description The first matches */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactOption"][];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/Contracts/{uuid}": {
        /**
         * Searches the annuities of one owner
         * @description Requires read access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/Owner/{uuid}/source": {
        /**
         * Returns the origin of the record
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The origin */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactSource"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/Policies/{uuid}": {
        /**
         * Searches the policies of one owner
         * @description Requires read access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/columns": {
        /**
         * Lists the columns of the list of owners that the viewer sees, by label
         * @description Requires read access to `contacts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/customFields": {
        /**
         * Lists the firm's custom fields for owners
         * @description Requires read access to `contacts`.
         */
        get: {
            responses: {
                /** @description Fields, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["CustomField"][];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/duplicates": {
        /**
         * Returns stored owners that may be the same as the given one
         * @description Requires write access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description Up to 5 matches, most likely first */
                200: {
                    content: {
                        "application/json": components["schemas"]["DuplicateMatch"][];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/export": {
        /**
         * Exports all matching owners. Also requires read access to `contacts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/FirmOwner/owner/{uuid}": {
        /**
         * Returns one owner
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/owner/{uuid}/activity": {
        /**
         * Lists the activity of one owner
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Up to 50 entries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/owner/{uuid}/documents": {
        /**
         * Lists the documents of one owner
         * @description Requires read access to `contacts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["Document"][];
                    };
                };
            };
        };
        /**
         * Uploads a document of up to 25 MB to one owner
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The stored document */
                201: {
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/owner/{uuid}/reveal": {
        /**
         * Reveals the tax ID in full. The request is recorded in the audit log
         * @description Requires read access to `revealIdentifiers`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The tax ID */
                200: {
                    content: {
                        "application/json": components["schemas"]["RevealedTaxId"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/search": {
        /**
         * Searches owners
         * @description Requires read access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/totals": {
        /**
         * Returns the totals of all matching owners. Each contract counts once
         * @description Requires read access to `contacts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description Totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["Totals"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/{firmId}": {
        /**
         * Creates an owner, and attaches it to the contract given by `policyUuid`
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description UUID of a policy or annuity to attach the new record to */
                    policyUuid?: string | null;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    firmId: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description The new record */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/{firmId}/owner/{uuid}": {
        /**
         * Updates an owner
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactInput"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
        /**
         * Deletes an owner
         * @description Requires write access to `deleteContacts`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description UUID of the contact that takes over the contracts */
                    reassignTo?: string | null;
                };
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/FirmOwner/{firmId}/owner/{uuid}/restore": {
        /**
         * Restores a deleted owner with its links
         * @description Requires write access to `deleteContacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    uuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/{firmId}/policy/{policyId}": {
        /**
         * Attaches an owner to a policy or annuity
         * @description Requires write access to `contacts`.
         */
        put: {
            parameters: {
                path: {
                    firmId: number;
                    policyId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AttachOwnerInput"];
                };
            };
            responses: {
                /** @description The contact with updated totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmOwner/{firmId}/policy/{policyId}/contact/{uuid}": {
        /**
         * Detaches an owner from a contract
         * @description Requires write access to `contacts`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description The role to remove. Default: all roles */
                    typeId?: number | null;
                };
                path: {
                    firmId: number;
                    policyId: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description Detached */
                204: {
                };
            };
        };
    };
    "/api/FirmOwner/{firmId}/policy/{policyId}/contact/{uuid}/restore": {
        /**
         * Undoes the last detachment of an owner from a contract
         * @description Requires write access to `contacts`.
         */
        post: {
            parameters: {
                path: {
                    firmId: number;
                    policyId: string;
                    uuid: string;
                };
            };
            responses: {
                /** @description The contact with updated totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContactRecord"];
                    };
                };
            };
        };
    };
    "/api/FirmUser": {
        /**
         * Lists the users of the firm, by name
         * @description Requires read access to `manageUsers`.
         */
        get: {
            responses: {
                /** @description Users */
                200: {
                    content: {
                        "application/json": components["schemas"]["FirmUser"][];
                    };
                };
            };
        };
        /**
         * Adds a user of the identity provider to the firm
         * @description Requires write access to `manageUsers`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewFirmUser"];
                };
            };
            responses: {
                /** @description The new user */
                201: {
                    content: {
                        "application/json": components["schemas"]["FirmUser"];
                    };
                };
            };
        };
    };
    "/api/FirmUser/{userKey}": {
        /**
         * Updates the role, block, supported professionals, active flag, name, sign-in name and email of a user
         * @description Requires write access to `manageUsers`.
         */
        put: {
            parameters: {
                path: {
                    userKey: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FirmUserInput"];
                };
            };
            responses: {
                /** @description The saved user */
                200: {
                    content: {
                        "application/json": components["schemas"]["FirmUser"];
                    };
                };
            };
        };
    };
    "/api/GlobalTemplate": {
        /**
         * Lists the templates of one kind that every firm has. Also lists retired ones
         * @description Requires read access to `firms`.
         */
        get: {
            parameters: {
                query: {
                    /** @description 1 agent, 2 owner, 3 report summary, 4 report summary by owner */
                    templateType: number;
                };
            };
            responses: {
                /** @description Templates. The built-in one comes last */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"][];
                    };
                };
            };
        };
        /**
         * Adds a template for all firms
         * @description Requires write access to `firms`.
         */
        post: {
            parameters: {
                query: {
                    /** @description 1 agent, 2 owner, 3 report summary, 4 report summary by owner */
                    templateType: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateInput"];
                };
            };
            responses: {
                /** @description The new template */
                201: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"];
                    };
                };
            };
        };
    };
    "/api/GlobalTemplate/changes": {
        /**
         * Lists the last 100 changes of templates and texts of all firms
         * @description Requires read access to `firms`.
         */
        get: {
            responses: {
                /** @description Changes, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["PlatformChange"][];
                    };
                };
            };
        };
    };
    "/api/GlobalTemplate/{globalTemplateUuid}": {
        /**
         * Updates a template that staff added
         * @description Requires write access to `firms`.
         */
        put: {
            parameters: {
                path: {
                    globalTemplateUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateInput"];
                };
            };
            responses: {
                /** @description The saved template */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"];
                    };
                };
            };
        };
    };
    "/api/GlobalTemplate/{globalTemplateUuid}/retired": {
        /**
         * Retires a template, so that firms can no longer choose it, or offers it again. Schedules that use it continue
         * @description Requires write access to `firms`.
         */
        put: {
            parameters: {
                path: {
                    globalTemplateUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RetirementInput"];
                };
            };
            responses: {
                /** @description The saved template */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"];
                    };
                };
            };
        };
    };
    "/api/GlobalText/{textKind}/{part}": {
        /**
         * Returns a default text. `textKind` is the number of the kind of document
         * @description Requires read access to `firms`.
         */
        get: {
            parameters: {
                path: {
                    textKind: number;
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies unless a firm sets its own */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Sets a default text for all firms
         * @description Requires write access to `firms`.
         */
        put: {
            parameters: {
                path: {
                    textKind: number;
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextInput"];
                };
            };
            responses: {
                /** @description The saved text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Reverts a default text to the built-in one
         * @description Requires write access to `firms`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    textKind: number;
                    part: string;
                };
            };
            responses: {
                /** @description The built-in text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
    };
    "/api/GlobalText/{textKind}/{part}/preview": {
        /**
         * Returns pages with an edited default text as images, for a made-up firm. Stores nothing
         * @description Requires write access to `firms`.
         */
        post: {
            parameters: {
                path: {
                    textKind: number;
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextPreviewInput"];
                };
            };
            responses: {
                /** @description The pages, without contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/Home": {
        /**
         * Returns the work that needs attention, earliest first, and unread notifications
         * @description Requires read access to `home`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only work on contracts of this agent, and on people of these contracts */
                    agentUuid?: string | null;
                    /** @description `open` (default), `mine` or `snoozed` */
                    view?: string | null;
                    /** @description Maximum number of rows, 1 to 200. Default 25 */
                    rows?: number | null;
                    /** @description `WorkKind` codes to leave out, separated by commas */
                    hidden?: string | null;
                };
            };
            responses: {
                /** @description Work of the kinds that the viewer can read */
                200: {
                    content: {
                        "application/json": components["schemas"]["Home"];
                    };
                };
            };
        };
    };
    "/api/Home/queue/{workKind}/{workUuid}/assignees": {
        /**
         * Lists the users who can be assigned to a row: those who can change its record
         * @description Requires read access to `home`.
         */
        get: {
            parameters: {
                path: {
                    workKind: string;
                    workUuid: string;
                };
            };
            responses: {
                /** @description Up to 200 users, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["Assignee"][];
                    };
                };
            };
        };
    };
    "/api/Home/queue/{workKind}/{workUuid}/assignment": {
        /**
         * Assigns a row to a user who can change its record
         * @description Requires read access to `home`.
         */
        put: {
            parameters: {
                path: {
                    workKind: string;
                    workUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AssignInput"];
                };
            };
            responses: {
                /** @description Assigned */
                204: {
                };
            };
        };
        /**
         * Assigns a row to no one
         * @description Requires read access to `home`.
         */
        delete: {
            parameters: {
                path: {
                    workKind: string;
                    workUuid: string;
                };
            };
            responses: {
                /** @description Assigned to no one */
                204: {
                };
            };
        };
    };
    "/api/Home/queue/{workKind}/{workUuid}/snooze": {
        /**
         * Hides a row from the viewer's queue until a day
         * @description Requires read access to `home`.
         */
        put: {
            parameters: {
                path: {
                    workKind: string;
                    workUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SnoozeInput"];
                };
            };
            responses: {
                /** @description Hidden */
                204: {
                };
            };
        };
        /**
         * Shows a snoozed row in the viewer's queue again
         * @description Requires read access to `home`.
         */
        delete: {
            parameters: {
                path: {
                    workKind: string;
                    workUuid: string;
                };
            };
            responses: {
                /** @description Shown */
                204: {
                };
            };
        };
    };
    "/api/Impersonation": {
        /**
         * Starts impersonating a user. The user is notified, and every audit log entry names both
         * @description Requires write access to `impersonate`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ImpersonationRequest"];
                };
            };
            responses: {
                /** @description Permissions during the impersonation */
                200: {
                    content: {
                        "application/json": components["schemas"]["Permissions"];
                    };
                };
            };
        };
        /**
         * Ends the impersonation
         * @description Any signed-in user with an account.
         */
        delete: {
            responses: {
                /** @description Permissions of the viewer */
                200: {
                    content: {
                        "application/json": components["schemas"]["Permissions"];
                    };
                };
            };
        };
    };
    "/api/Insights/trends": {
        /**
         * Returns policies in force, values, lapses and persistency by month. Also requires read access to `analytics` and `allPolicies`
         * @description Requires read access to `insights`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of months up to the current one: 12, 24 (default), 36 or 60 */
                    months?: number | null;
                };
            };
            responses: {
                /** @description The trends of the policies that the viewer can open */
                200: {
                    content: {
                        "application/json": components["schemas"]["Trends"];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution": {
        /**
         * Merges owners into one of them. `Unresolve` undoes it
         * @description Requires write access to `enhancedMerge`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerMerge"];
                };
            };
            responses: {
                /** @description The merge, with the remaining record */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeDone"];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/AffectedOwners": {
        /**
         * Returns the owners side by side, with the records that would move
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerSelection"];
                };
            };
            responses: {
                /** @description In the order of the request */
                200: {
                    content: {
                        "application/json": components["schemas"]["AffectedContact"][];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/AffectedPolicies": {
        /**
         * Lists the contracts whose parties a merge of owners would change
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerSelection"];
                };
            };
            responses: {
                /** @description The contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["AffectedContracts"];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/AffectedUsers": {
        /**
         * Lists the users whose visible contracts depend on the owners
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerSelection"];
                };
            };
            responses: {
                /** @description The users, by name */
                200: {
                    content: {
                        "application/json": components["schemas"]["AffectedUser"][];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/CanResolve": {
        /**
         * Lists the problems that block a merge of owners
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerMerge"];
                };
            };
            responses: {
                /** @description Empty if they can be merged */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeProblem"][];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/Candidates": {
        /**
         * Lists possible duplicates among the owners
         * @description Requires read access to `enhancedMerge`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CandidatesQuery"];
                };
            };
            responses: {
                /** @description Up to 500 pairs, most likely first */
                200: {
                    content: {
                        "application/json": components["schemas"]["DuplicateCandidates"];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/history": {
        /**
         * Lists the merges of owners
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
            };
            responses: {
                /** @description Up to 50 merges, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeHistory"];
                    };
                };
            };
        };
    };
    "/api/OwnerResolution/{mergeUuid}/Unresolve": {
        /**
         * Returns what undoing a merge of owners would do
         * @description Requires read access to `enhancedMerge`.
         */
        get: {
            parameters: {
                path: {
                    mergeUuid: string;
                };
            };
            responses: {
                /** @description The preview */
                200: {
                    content: {
                        "application/json": components["schemas"]["UnmergePreview"];
                    };
                };
            };
        };
        /**
         * Undoes a merge: restores the merged owners with their records
         * @description Requires write access to `enhancedMerge`.
         */
        post: {
            parameters: {
                path: {
                    mergeUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerUnmerge"];
                };
            };
            responses: {
                /** @description The merge, with the record that was merged into */
                200: {
                    content: {
                        "application/json": components["schemas"]["MergeDone"];
                    };
                };
            };
        };
    };
    "/api/PolicyOwner/{ownerType}/{ownerId}/BestInterest": {
        /**
         * Lists the best interest forms of an owner, with the contracts that they can refer to
         * @description Requires read access to `bestInterest`.
         */
        get: {
            parameters: {
                path: {
                    ownerType: number;
                    ownerId: string;
                };
            };
            responses: {
                /** @description The forms, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["BestInterestFile"];
                    };
                };
            };
        };
        /**
         * Saves a form that is not signed, as a draft or as complete
         * @description Requires write access to `bestInterest`.
         */
        put: {
            parameters: {
                path: {
                    ownerType: number;
                    ownerId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BestInterestInput"];
                };
            };
            responses: {
                /** @description The saved form */
                200: {
                    content: {
                        "application/json": components["schemas"]["BestInterestVersion"];
                    };
                };
            };
        };
        /**
         * Creates a best interest form. An owner has one unsigned form at a time
         * @description Requires write access to `bestInterest`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    ownerType: number;
                    ownerId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BestInterestInput"];
                };
            };
            responses: {
                /** @description The form */
                201: {
                    content: {
                        "application/json": components["schemas"]["BestInterestVersion"];
                    };
                };
            };
        };
    };
    "/api/PolicyOwner/{ownerType}/{ownerId}/BestInterest/{formUuid}": {
        /**
         * Deletes a form that is not signed
         * @description Requires write access to `bestInterest`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    ownerType: number;
                    ownerId: string;
                    formUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/PolicyOwner/{ownerType}/{ownerId}/BestInterest/{formUuid}/document": {
        /**
         * Returns a form as a PDF
         * @description Requires read access to `bestInterest`.
         */
        get: {
            parameters: {
                path: {
                    ownerType: number;
                    ownerId: string;
                    formUuid: string;
                };
            };
            responses: {
                /** @description The form, as an attachment */
                200: {
                    content: {
                        "application/pdf": string;
                    };
                };
            };
        };
    };
    "/api/PolicyOwner/{ownerType}/{ownerId}/BestInterest/{formUuid}/signature": {
        /**
         * Records the signatures of a complete form. The form cannot be changed any more, and supersedes the signed form before it
         * @description Requires write access to `bestInterest`.
         */
        post: {
            parameters: {
                path: {
                    ownerType: number;
                    ownerId: string;
                    formUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SignatureInput"];
                };
            };
            responses: {
                /** @description The signed form */
                200: {
                    content: {
                        "application/json": components["schemas"]["BestInterestVersion"];
                    };
                };
            };
        };
    };
    "/api/PremiumGift/calendar": {
        /**
         * Lists the dates of premium gifts in a range of days
         * @description Requires read access to `trusts`.
         */
        get: {
            parameters: {
                query: {
                    /** @description First day, `YYYY-MM-DD` */
                    from: string;
                    /** @description Last day, `YYYY-MM-DD`. At most 366 days */
                    to: string;
                };
            };
            responses: {
                /** @description The dates of gifts of policies in force */
                200: {
                    content: {
                        "application/json": components["schemas"]["GiftCalendar"];
                    };
                };
            };
        };
    };
    "/api/PremiumGift/calendar/feed": {
        /**
         * Returns whether the user has a private link to the calendar of gifts
         * @description Requires read access to `trusts`.
         */
        get: {
            responses: {
                /** @description The link, without its address */
                200: {
                    content: {
                        "application/json": components["schemas"]["CalendarFeed"];
                    };
                };
            };
        };
        /**
         * Creates a private link to the calendar of gifts in the iCalendar format. A previous link stops working
         * @description Requires read access to `trusts`.
         */
        post: {
            responses: {
                /** @description The link. It cannot be read again */
                201: {
                    content: {
                        "application/json": components["schemas"]["CalendarLink"];
                    };
                };
            };
        };
        /**
         * Deletes the private link of the user
         * @description Requires read access to `trusts`.
         */
        delete: {
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/PremiumGift/columns": {
        /**
         * Lists the columns of the list of premium gifts that the viewer sees, by label
         * @description Requires read access to `trusts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/PremiumGift/export": {
        /**
         * Exports all matching premium gifts. Also requires read access to `trusts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/PremiumGift/search": {
        /**
         * Searches premium gifts
         * @description Requires read access to `trusts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/QuickSearch": {
        /**
         * Finds people, policies and annuities by name, number, NPN or email, up to six of each
         * @description Requires read access to `showQuickSearch`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 2 to 100 characters. A shorter text has no results */
                    text?: string;
                };
            };
            responses: {
                /** @description The best matches */
                200: {
                    content: {
                        "application/json": components["schemas"]["QuickFindings"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/ReportSummarySettings/{part}/3": {
        /**
         * Returns a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Sets a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary. For a template or the whole firm, it needs the permission for firm settings
         * @description Requires write access to `deliverables`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextInput"];
                };
            };
            responses: {
                /** @description The saved text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Reverts a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary. Only the text of the requested level is deleted
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies now */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/ReportSummarySettings/{part}/3/preview": {
        /**
         * Returns pages with an edited text as images: a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary. Stores nothing
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextPreviewInput"];
                };
            };
            responses: {
                /** @description The pages, without contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/ReportSummarySettings/{part}/4": {
        /**
         * Returns a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary by owner
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Sets a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary by owner. For a template or the whole firm, it needs the permission for firm settings
         * @description Requires write access to `deliverables`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextInput"];
                };
            };
            responses: {
                /** @description The saved text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Reverts a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary by owner. Only the text of the requested level is deleted
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies now */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/ReportSummarySettings/{part}/4/preview": {
        /**
         * Returns pages with an edited text as images: a text (`CoverPage`, `Disclosure`, `Recommendation`) of: Report summary by owner. Stores nothing
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextPreviewInput"];
                };
            };
            responses: {
                /** @description The pages, without contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/generate": {
        /**
         * Generates a report summary in the background. The viewer is notified when it is ready or has failed
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SummaryRequest"];
                };
            };
            responses: {
                /** @description The summary is being generated */
                202: {
                    content: {
                        "application/json": components["schemas"]["PendingVersion"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/{reportUuid}": {
        /**
         * Lists the summaries of a report that the viewer generated
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description Stored and pending summaries */
                200: {
                    content: {
                        "application/json": components["schemas"]["ReportSummary"];
                    };
                };
            };
        };
    };
    "/api/ReportSummary/{reportUuid}/document/{documentId}": {
        /**
         * Downloads a stored report summary
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    reportUuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description The document, as an attachment */
                200: {
                    content: {
                        "application/pdf": string;
                    };
                };
            };
        };
        /**
         * Deletes a stored report summary. It can be restored like other documents for 30 days
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                path: {
                    reportUuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/ReportSummary/{reportUuid}/document/{documentId}/retry": {
        /**
         * Starts a failed report summary again
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                path: {
                    reportUuid: string;
                    documentId: string;
                };
            };
            responses: {
                /** @description Started */
                204: {
                };
            };
        };
    };
    "/api/ReportSummary/{reportUuid}/preview/{templateUuid}/group/{groupBy}/type/{deliverableType}": {
        /**
         * Returns the first pages of a report summary as images. Stores nothing
         * @description Requires write access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    reportUuid: string;
                    templateUuid: string;
                    groupBy: number;
                    deliverableType: number;
                };
            };
            responses: {
                /** @description The pages */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/Session/me": {
        /**
         * Signs out and invalidates all access tokens of the session
         * @description Any valid access token, even if its session has ended.
         */
        delete: {
            responses: {
                /** @description Whether the session was active */
                200: {
                    content: {
                        "application/json": components["schemas"]["bool"];
                    };
                };
            };
        };
    };
    "/api/SharedView/{list}": {
        /**
         * Lists the views of a list that users shared with the firm, by name
         * @description Any signed-in user with an account.
         */
        get: {
            parameters: {
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                };
            };
            responses: {
                /** @description The views. None for users who see only shared reports */
                200: {
                    content: {
                        "application/json": components["schemas"]["SharedView"][];
                    };
                };
            };
        };
    };
    "/api/SharedView/{list}/{uuid}": {
        /**
         * Shares a view of a list with the firm, or replaces the viewer's shared view. The client chooses the uuid
         * @description Any signed-in user with an account.
         */
        put: {
            parameters: {
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            responses: {
                /** @description Shared */
                204: {
                };
            };
        };
        /**
         * Deletes a shared view. Users delete their own, and users who can edit firm settings delete all
         * @description Any signed-in user with an account.
         */
        delete: {
            parameters: {
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                    uuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Support/request": {
        /**
         * Emails a question to the support address of the firm
         * @description Requires read access to `canViewSupport`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SupportRequest"];
                };
            };
            responses: {
                /** @description The email is queued. Replies go to the viewer */
                204: {
                };
            };
        };
    };
    "/api/TableState/{list}": {
        /**
         * Returns the viewer's layout of a table and its saved views
         * @description Any signed-in user with an account.
         */
        get: {
            parameters: {
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                };
            };
            responses: {
                /** @description The table, or null if none is saved */
                200: {
                    content: {
                        "application/json": null | components["schemas"]["TableState"];
                    };
                };
            };
        };
        /**
         * Saves the viewer's layout of a table. Saved views stay as they are
         * @description Any signed-in user with an account.
         */
        put: {
            parameters: {
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TableLayout"];
                };
            };
            responses: {
                /** @description Saved */
                204: {
                };
            };
        };
    };
    "/api/TableState/{list}/View": {
        /**
         * Saves a view of a table, or replaces the view of the same name
         * @description Any signed-in user with an account.
         */
        put: {
            parameters: {
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            responses: {
                /** @description The viewer's views of this table */
                200: {
                    content: {
                        "application/json": components["schemas"]["SavedView"][];
                    };
                };
            };
        };
        /**
         * Deletes a saved view of a table
         * @description Any signed-in user with an account.
         */
        delete: {
            parameters: {
                query: {
                    /** @description Name of the view, ignoring case and accents */
                    name: string;
                };
                path: {
                    list: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
                };
            };
            responses: {
                /** @description The viewer's other views of this table */
                200: {
                    content: {
                        "application/json": components["schemas"]["SavedView"][];
                    };
                };
            };
        };
    };
    "/api/TextImage": {
        /**
         * Lists the images that texts of the firm can show
         * @description Requires read access to `deliverables`.
         */
        get: {
            responses: {
                /** @description Images, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["TextImage"][];
                    };
                };
            };
        };
        /**
         * Adds an image of up to 2 MB and 16 million pixels
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Longer names are cut to 200 characters */
                    name?: string | null;
                };
            };
            requestBody: {
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            responses: {
                /** @description The same image, which the firm already has */
                200: {
                    content: {
                        "application/json": components["schemas"]["TextImage"];
                    };
                };
                /** @description The new image */
                201: {
                    content: {
                        "application/json": components["schemas"]["TextImage"];
                    };
                };
            };
        };
    };
    "/api/TextImage/{imageUuid}": {
        /**
         * Returns the file of an image
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                path: {
                    imageUuid: string;
                };
            };
            responses: {
                /** @description The image */
                200: {
                    content: {
                        "image/png": string;
                        "image/jpeg": string;
                        "image/webp": string;
                    };
                };
            };
        };
        /**
         * Deletes an image that no text shows
         * @description Requires write access to `firmSettings`.
         */
        delete: {
            parameters: {
                path: {
                    imageUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Transaction/columns": {
        /**
         * Lists the columns of the list of transactions that the viewer sees, by label
         * @description Requires read access to `allPolicies`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/Transaction/export": {
        /**
         * Exports all matching transactions. Also requires read access to `allPolicies`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/Transaction/search": {
        /**
         * Searches transactions
         * @description Requires read access to `allPolicies`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/Trust/LetterSettings/{part}": {
        /**
         * Returns a text (`Letter`) of: Crummey letter
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Sets a text (`Letter`) of: Crummey letter. For a template or the whole firm, it needs the permission for firm settings
         * @description Requires write access to `deliverables`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextInput"];
                };
            };
            responses: {
                /** @description The saved text */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
        /**
         * Reverts a text (`Letter`) of: Crummey letter. Only the text of the requested level is deleted
         * @description Requires write access to `deliverables`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    part: string;
                };
            };
            responses: {
                /** @description The text that applies now */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableText"];
                    };
                };
            };
        };
    };
    "/api/Trust/LetterSettings/{part}/preview": {
        /**
         * Returns pages with an edited text as images: a text (`Letter`) of: Crummey letter. Stores nothing
         * @description Requires write access to `deliverables`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The template. Without it, the text of the whole firm */
                    templateUuid?: string | null;
                    /** @description Repeats the viewer's firm */
                    firmId?: number | null;
                    /** @description The agent or owner of a book of business. Without it, the text of all of them */
                    agentUuid?: string | null;
                    /** @description The report of a report summary. Without it, the text of all of them */
                    reportUuid?: string | null;
                };
                path: {
                    part: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TextPreviewInput"];
                };
            };
            responses: {
                /** @description The pages, without contracts */
                200: {
                    content: {
                        "application/json": components["schemas"]["BookPreview"];
                    };
                };
            };
        };
    };
    "/api/Trust/columns": {
        /**
         * Lists the columns of the list of trusts that the viewer sees, by label
         * @description Requires read access to `trusts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/Trust/export": {
        /**
         * Exports all matching trusts. Also requires read access to `trusts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/Trust/search": {
        /**
         * Searches trusts
         * @description Requires read access to `trusts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}": {
        /**
         * Returns one trust with its people and policies
         * @description Requires read access to `trusts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The trust */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustRecord"];
                    };
                };
            };
        };
        /**
         * Updates the type, governing state and notes of a trust
         * @description Requires write access to `trusts`.
         */
        put: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TrustInput"];
                };
            };
            responses: {
                /** @description The saved trust */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustRecord"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}/letters": {
        /**
         * Lists the gifts to a trust with their Crummey letters
         * @description Requires read access to `trusts`.
         */
        get: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            responses: {
                /** @description The gifts, latest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustLetters"];
                    };
                };
            };
        };
        /**
         * Creates the Crummey letters of a gift as PDF documents of the trust
         * @description Requires write access to `trusts`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LettersInput"];
                };
            };
            responses: {
                /** @description The gift with its letters */
                201: {
                    content: {
                        "application/json": components["schemas"]["GiftLetters"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}/letters/delivery": {
        /**
         * Emails letters, or records that they were mailed or handed over. Once all letters of a gift are delivered, its withdrawal window opens
         * @description Requires write access to `trusts`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeliveryInput"];
                };
            };
            responses: {
                /** @description The gifts with their letters */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustLetters"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}/letters/{letterUuid}": {
        /**
         * Deletes a letter that was not sent
         * @description Requires write access to `trusts`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    uuid: string;
                    letterUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Trust/{uuid}/letters/{letterUuid}/delivery": {
        /**
         * Removes a delivery by mail or by hand
         * @description Requires write access to `trusts`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    uuid: string;
                    letterUuid: string;
                };
            };
            responses: {
                /** @description The gifts with their letters */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustLetters"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}/letters/{letterUuid}/proof": {
        /**
         * Sets or removes the document that proves the delivery of a letter
         * @description Requires write access to `trusts`.
         */
        put: {
            parameters: {
                path: {
                    uuid: string;
                    letterUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProofInput"];
                };
            };
            responses: {
                /** @description The letter */
                200: {
                    content: {
                        "application/json": components["schemas"]["CrummeyLetter"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}/person": {
        /**
         * Adds a grantor, trustee or beneficiary to a trust
         * @description Requires write access to `trusts`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    uuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TrustPersonInput"];
                };
            };
            responses: {
                /** @description The person */
                201: {
                    content: {
                        "application/json": components["schemas"]["TrustPerson"];
                    };
                };
            };
        };
    };
    "/api/Trust/{uuid}/person/{personUuid}": {
        /**
         * Updates a person of a trust
         * @description Requires write access to `trusts`.
         */
        put: {
            parameters: {
                path: {
                    uuid: string;
                    personUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TrustPersonInput"];
                };
            };
            responses: {
                /** @description The saved person */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustPerson"];
                    };
                };
            };
        };
        /**
         * Deletes a person of a trust
         * @description Requires write access to `trusts`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    uuid: string;
                    personUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/Trust/{uuid}/person/{personUuid}/restore": {
        /**
         * Restores a deleted person of a trust
         * @description Requires write access to `trusts`.
         */
        post: {
            parameters: {
                path: {
                    uuid: string;
                    personUuid: string;
                };
            };
            responses: {
                /** @description The person */
                200: {
                    content: {
                        "application/json": components["schemas"]["TrustPerson"];
                    };
                };
            };
        };
    };
    "/api/TrustBeneficiary/columns": {
        /**
         * Lists the columns of the list of trust beneficiaries that the viewer sees, by label
         * @description Requires read access to `trusts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/TrustBeneficiary/export": {
        /**
         * Exports all matching trust beneficiaries. Also requires read access to `trusts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/TrustBeneficiary/search": {
        /**
         * Searches trust beneficiaries
         * @description Requires read access to `trusts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/TrustGrantor/columns": {
        /**
         * Lists the columns of the list of grantors that the viewer sees, by label
         * @description Requires read access to `trusts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/TrustGrantor/export": {
        /**
         * Exports all matching grantors. Also requires read access to `trusts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/TrustGrantor/search": {
        /**
         * Searches grantors
         * @description Requires read access to `trusts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/Trustee/columns": {
        /**
         * Lists the columns of the list of trustees that the viewer sees, by label
         * @description Requires read access to `trusts`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/Trustee/export": {
        /**
         * Exports all matching trustees. Also requires read access to `trusts`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/Trustee/search": {
        /**
         * Searches trustees
         * @description Requires read access to `trusts`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/User/details": {
        /**
         * Returns the signed-in user
         * @description Any signed-in user with an account.
         */
        get: {
            responses: {
                /** @description The viewer */
                200: {
                    content: {
                        "application/json": components["schemas"]["UserDetails"];
                    };
                };
            };
        };
    };
    "/api/User/permissions": {
        /**
         * Returns the viewer's permissions
         * @description Any signed-in user with an account.
         */
        get: {
            responses: {
                /** @description All features with read and write access */
                200: {
                    content: {
                        "application/json": components["schemas"]["Permissions"];
                    };
                };
            };
        };
    };
    "/api/User/profile": {
        /**
         * Updates the viewer's name, time zone, theme and density
         * @description Requires write access to `settings`.
         */
        put: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProfileInput"];
                };
            };
            responses: {
                /** @description The updated viewer */
                200: {
                    content: {
                        "application/json": components["schemas"]["UserDetails"];
                    };
                };
            };
        };
    };
    "/api/UserNotification": {
        /**
         * Lists the viewer's notifications of the last days, newest first
         * @description Requires read access to `canViewMyNotifications`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Default: 30 */
                    days?: number | null;
                };
            };
            responses: {
                /** @description The newest notifications, up to 5,000 */
                200: {
                    content: {
                        "application/json": components["schemas"]["UserNotification"][];
                    };
                };
            };
        };
    };
    "/api/UserNotification/digest": {
        /**
         * Lists the viewer's notifications in pages, optionally of one type, newest first
         * @description Requires read access to `canViewMyNotifications`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Default: 30 */
                    days?: number | null;
                    /** @description Number of a notification type. Default: all types */
                    type?: number | null;
                    /** @description `actNow`, `soon` or `info`. Default: all */
                    severity?: string | null;
                    /** @description `true` for unread notifications only */
                    unread?: boolean | null;
                    /** @description `true` for snoozed notifications only. Default: only those that are not snoozed */
                    snoozed?: boolean | null;
                    /** @description Number of notifications on the page. Default: 5000 */
                    limit?: number | null;
                    /** @description Id of the last notification of the previous page */
                    after?: number | null;
                };
            };
            responses: {
                /** @description The notifications of the page, and the counts of all pages */
                200: {
                    content: {
                        "application/json": components["schemas"]["NotificationPage"];
                    };
                };
            };
        };
    };
    "/api/UserNotification/isRead": {
        /**
         * Marks the notifications that match the filter as read, on all pages. Without `days`, of any age
         * @description Requires write access to `canViewMyNotifications`.
         */
        put: {
            parameters: {
                query?: {
                    /** @description Default: 30 */
                    days?: number | null;
                    /** @description Number of a notification type. Default: all types */
                    type?: number | null;
                    /** @description `actNow`, `soon` or `info`. Default: all */
                    severity?: string | null;
                    /** @description `true` for unread notifications only */
                    unread?: boolean | null;
                    /** @description `true` for snoozed notifications only. Default: only those that are not snoozed */
                    snoozed?: boolean | null;
                    /** @description Number of notifications on the page. Default: 5000 */
                    limit?: number | null;
                    /** @description Id of the last notification of the previous page */
                    after?: number | null;
                };
            };
            responses: {
                /** @description The notifications that were unread */
                200: {
                    content: {
                        "application/json": components["schemas"]["MarkedRead"];
                    };
                };
            };
        };
    };
    "/api/UserNotification/isUnread": {
        /**
         * Marks notifications as unread, for example to undo
         * @description Requires write access to `canViewMyNotifications`.
         */
        put: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MarkUnread"];
                };
            };
            responses: {
                /** @description Marked */
                204: {
                };
            };
        };
    };
    "/api/UserNotification/preferences": {
        /**
         * Returns the viewer's delivery settings by notification type, and the time of the digest
         * @description Requires read access to `settings`.
         */
        get: {
            responses: {
                /** @description All types that can be configured */
                200: {
                    content: {
                        "application/json": components["schemas"]["Preferences"];
                    };
                };
            };
        };
        /**
         * Updates the delivery settings and the time of the digest. Types that are left out keep their settings
         * @description Requires write access to `settings`.
         */
        put: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            responses: {
                /** @description All types that can be configured */
                200: {
                    content: {
                        "application/json": components["schemas"]["Preferences"];
                    };
                };
            };
        };
    };
    "/api/UserNotification/rules/preview": {
        /**
         * Previews the notifications that the rules create between two dates, without sending them
         * @description Requires read access to `firmSettings`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PreviewQuestion"];
                };
            };
            responses: {
                /** @description Up to 500 notifications, and the number by type */
                200: {
                    content: {
                        "application/json": components["schemas"]["RulesPreview"];
                    };
                };
            };
        };
    };
    "/api/UserNotification/rules/settings": {
        /**
         * Returns the firm's settings for the notification rules
         * @description Requires read access to `firmSettings`.
         */
        get: {
            responses: {
                /** @description The settings */
                200: {
                    content: {
                        "application/json": components["schemas"]["RuleSettings"];
                    };
                };
            };
        };
        /**
         * Updates the firm's settings for the notification rules. The next daily run uses them
         * @description Requires write access to `firmSettings`.
         */
        put: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RuleSettings"];
                };
            };
            responses: {
                /** @description The settings */
                200: {
                    content: {
                        "application/json": components["schemas"]["RuleSettings"];
                    };
                };
            };
        };
    };
    "/api/UserNotification/{notificationId}": {
        /**
         * Removes one notification from the list
         * @description Requires write access to `canViewMyNotifications`.
         */
        delete: {
            parameters: {
                path: {
                    notificationId: number;
                };
            };
            responses: {
                /** @description Removed */
                204: {
                };
            };
        };
    };
    "/api/UserNotification/{notificationId}/isRead/{flag}": {
        /**
         * Marks one notification as read or unread
         * @description Requires write access to `canViewMyNotifications`.
         */
        put: {
            parameters: {
                path: {
                    notificationId: number;
                    flag: boolean;
                };
            };
            responses: {
                /** @description Marked */
                204: {
                };
            };
        };
    };
    "/api/UserNotification/{notificationId}/snooze": {
        /**
         * Hides one notification until a day. On that day it is listed again, as unread
         * @description Requires write access to `canViewMyNotifications`.
         */
        put: {
            parameters: {
                path: {
                    notificationId: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NotificationSnooze"];
                };
            };
            responses: {
                /** @description Snoozed */
                204: {
                };
            };
        };
        /**
         * Ends a snooze. The notification is listed at its old place
         * @description Requires write access to `canViewMyNotifications`.
         */
        delete: {
            parameters: {
                path: {
                    notificationId: number;
                };
            };
            responses: {
                /** @description Ended */
                204: {
                };
            };
        };
    };
    "/api/allannuity": {
        /**
         * Creates one annuity with its parties
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContractDraft_Annuity"];
                };
            };
            responses: {
                /** @description The new record */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Annuity"];
                    };
                };
            };
        };
    };
    "/api/allannuity/bulk": {
        /**
         * Changes the status or one field of several annuity records. Skips those for which the change is not valid
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BulkRequest"];
                };
            };
            responses: {
                /** @description The edit, which can be undone for 30 days */
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkEdit"];
                    };
                };
            };
        };
    };
    "/api/allannuity/bulk/preview": {
        /**
         * Returns what a change of several annuity records would do
         * @description Requires write access to `annuities`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BulkRequest"];
                };
            };
            responses: {
                /** @description Current values and problems */
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkPreview"];
                    };
                };
            };
        };
    };
    "/api/allannuity/bulk/{editUuid}/undo": {
        /**
         * Undoes a change of several annuity records, except in those that were changed since
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    editUuid: string;
                };
            };
            responses: {
                /** @description Number of restored records */
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkUndone"];
                    };
                };
            };
        };
    };
    "/api/allannuity/check": {
        /**
         * Validates one annuity without saving it, including warnings
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description UUID of the contract to change. Omit for a new one */
                    uuid?: string | null;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContractDraft_Annuity"];
                };
            };
            responses: {
                /** @description Findings */
                200: {
                    content: {
                        "application/json": components["schemas"]["FieldProblem"][];
                    };
                };
            };
        };
    };
    "/api/allannuity/columns": {
        /**
         * Lists the columns of the list of annuities that the viewer sees, by label
         * @description Requires read access to `annuities`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/allannuity/export": {
        /**
         * Exports all matching annuities. Also requires read access to `annuities`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/allannuity/search": {
        /**
         * Searches annuities
         * @description Requires read access to `annuities`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/allannuity/totals": {
        /**
         * Returns the totals of all matching annuities. Each contract counts once
         * @description Requires read access to `annuities`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description Totals. Those of the other line are zero */
                200: {
                    content: {
                        "application/json": components["schemas"]["Totals"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}": {
        /**
         * Returns one annuity with its parties, beneficiaries and value history
         * @description Requires read access to `annuities`.
         */
        get: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Annuity"];
                    };
                };
            };
        };
        /**
         * Updates one annuity. Changed values are added to the value history
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContractDraft_Annuity"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Annuity"];
                    };
                };
            };
        };
        /**
         * Deletes one annuity
         * @description Requires write access to `deleteContacts`.
         */
        delete: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/activity": {
        /**
         * Lists the activity of one annuity
         * @description Requires read access to `annuities`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
                path: {
                    annuityUuid: string;
                };
            };
            responses: {
                /** @description Up to 50 entries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/beneficiary": {
        /**
         * Adds a beneficiary to one annuity
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    annuityUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BeneficiaryInput"];
                };
            };
            responses: {
                /** @description The beneficiary */
                201: {
                    content: {
                        "application/json": components["schemas"]["Beneficiary"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/beneficiary/{beneficiaryUuid}": {
        /**
         * Updates a beneficiary of one annuity
         * @description Requires write access to `annuities`.
         */
        put: {
            parameters: {
                path: {
                    annuityUuid: string;
                    beneficiaryUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BeneficiaryInput"];
                };
            };
            responses: {
                /** @description The saved beneficiary */
                200: {
                    content: {
                        "application/json": components["schemas"]["Beneficiary"];
                    };
                };
            };
        };
        /**
         * Deletes a beneficiary of one annuity
         * @description Requires write access to `annuities`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    annuityUuid: string;
                    beneficiaryUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/beneficiary/{beneficiaryUuid}/restore": {
        /**
         * Restores a deleted beneficiary of one annuity
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    annuityUuid: string;
                    beneficiaryUuid: string;
                };
            };
            responses: {
                /** @description The beneficiary */
                200: {
                    content: {
                        "application/json": components["schemas"]["Beneficiary"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/documents": {
        /**
         * Lists the documents of one annuity
         * @description Requires read access to `annuities`.
         */
        get: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["Document"][];
                    };
                };
            };
        };
        /**
         * Uploads a document of up to 25 MB to one annuity
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    annuityUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The stored document */
                201: {
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/restore": {
        /**
         * Restores a deleted annuity with its links
         * @description Requires write access to `deleteContacts`.
         */
        post: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Annuity"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/status": {
        /**
         * Changes the status of one annuity
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StatusChange"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Annuity"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/transactions": {
        /**
         * Lists the loans and withdrawals of one annuity, newest first, with their sums
         * @description Requires read access to `annuities`.
         */
        get: {
            parameters: {
                path: {
                    annuityUuid: string;
                };
            };
            responses: {
                /** @description The transactions, figures and warnings */
                200: {
                    content: {
                        "application/json": components["schemas"]["TransactionHistory"];
                    };
                };
            };
        };
        /**
         * Adds a transaction to one annuity
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    annuityUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TransactionInput"];
                };
            };
            responses: {
                /** @description The transaction */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContractTransaction"];
                    };
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/transactions/{transactionUuid}": {
        /**
         * Updates a transaction of one annuity
         * @description Requires write access to `annuities`.
         */
        put: {
            parameters: {
                path: {
                    annuityUuid: string;
                    transactionUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TransactionInput"];
                };
            };
            responses: {
                /** @description The saved transaction */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractTransaction"];
                    };
                };
            };
        };
        /**
         * Deletes a transaction of one annuity
         * @description Requires write access to `annuities`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    annuityUuid: string;
                    transactionUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allannuity/{annuityUuid}/transactions/{transactionUuid}/restore": {
        /**
         * Restores a deleted transaction of one annuity
         * @description Requires write access to `annuities`.
         */
        post: {
            parameters: {
                path: {
                    annuityUuid: string;
                    transactionUuid: string;
                };
            };
            responses: {
                /** @description The transaction */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractTransaction"];
                    };
                };
            };
        };
    };
    "/api/allpolicy": {
        /**
         * Creates one policy with its parties
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContractDraft_Policy"];
                };
            };
            responses: {
                /** @description The new record */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Policy"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/bulk": {
        /**
         * Changes the status or one field of several policy records. Skips those for which the change is not valid
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BulkRequest"];
                };
            };
            responses: {
                /** @description The edit, which can be undone for 30 days */
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkEdit"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/bulk/preview": {
        /**
         * Returns what a change of several policy records would do
         * @description Requires write access to `allPolicies`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BulkRequest"];
                };
            };
            responses: {
                /** @description Current values and problems */
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkPreview"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/bulk/{editUuid}/undo": {
        /**
         * Undoes a change of several policy records, except in those that were changed since
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    editUuid: string;
                };
            };
            responses: {
                /** @description Number of restored records */
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkUndone"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/check": {
        /**
         * Validates one policy without saving it, including warnings
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description UUID of the contract to change. Omit for a new one */
                    uuid?: string | null;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContractDraft_Policy"];
                };
            };
            responses: {
                /** @description Findings */
                200: {
                    content: {
                        "application/json": components["schemas"]["FieldProblem"][];
                    };
                };
            };
        };
    };
    "/api/allpolicy/columns": {
        /**
         * Lists the columns of the list of policies that the viewer sees, by label
         * @description Requires read access to `allPolicies`.
         */
        get: {
            responses: {
                /** @description Columns */
                200: {
                    content: {
                        "application/json": components["schemas"]["ColumnDescriptor"][];
                    };
                };
            };
        };
    };
    "/api/allpolicy/export": {
        /**
         * Exports all matching policies. Also requires read access to `allPolicies`
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Default: `csv`. */
                    format?: components["schemas"]["ExportFormat"];
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/allpolicy/search": {
        /**
         * Searches policies
         * @description Requires read access to `allPolicies`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description The page */
                200: {
                    content: {
                        "application/json": components["schemas"]["ListPage"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/totals": {
        /**
         * Returns the totals of all matching policies. Each contract counts once
         * @description Requires read access to `allPolicies`.
         */
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ListQuery"];
                };
            };
            responses: {
                /** @description Totals. Those of the other line are zero */
                200: {
                    content: {
                        "application/json": components["schemas"]["Totals"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}": {
        /**
         * Returns one policy with its parties, beneficiaries and value history
         * @description Requires read access to `allPolicies`.
         */
        get: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Policy"];
                    };
                };
            };
        };
        /**
         * Updates one policy. Changed values are added to the value history
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContractDraft_Policy"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Policy"];
                    };
                };
            };
        };
        /**
         * Deletes one policy
         * @description Requires write access to `deleteContacts`.
         */
        delete: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/activity": {
        /**
         * Lists the activity of one policy
         * @description Requires read access to `allPolicies`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Number of entries to skip */
                    offset?: number;
                };
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description Up to 50 entries, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/beneficiary": {
        /**
         * Adds a beneficiary to one policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BeneficiaryInput"];
                };
            };
            responses: {
                /** @description The beneficiary */
                201: {
                    content: {
                        "application/json": components["schemas"]["Beneficiary"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/beneficiary/{beneficiaryUuid}": {
        /**
         * Updates a beneficiary of one policy
         * @description Requires write access to `allPolicies`.
         */
        put: {
            parameters: {
                path: {
                    policyUuid: string;
                    beneficiaryUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BeneficiaryInput"];
                };
            };
            responses: {
                /** @description The saved beneficiary */
                200: {
                    content: {
                        "application/json": components["schemas"]["Beneficiary"];
                    };
                };
            };
        };
        /**
         * Deletes a beneficiary of one policy
         * @description Requires write access to `allPolicies`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    policyUuid: string;
                    beneficiaryUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/beneficiary/{beneficiaryUuid}/restore": {
        /**
         * Restores a deleted beneficiary of one policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    policyUuid: string;
                    beneficiaryUuid: string;
                };
            };
            responses: {
                /** @description The beneficiary */
                200: {
                    content: {
                        "application/json": components["schemas"]["Beneficiary"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/documents": {
        /**
         * Lists the documents of one policy
         * @description Requires read access to `allPolicies`.
         */
        get: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description Documents, newest first */
                200: {
                    content: {
                        "application/json": components["schemas"]["Document"][];
                    };
                };
            };
        };
        /**
         * Uploads a document of up to 25 MB to one policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description File name. Default: `document` */
                    name?: string;
                };
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/octet-stream": string;
                };
            };
            responses: {
                /** @description The stored document */
                201: {
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/gifts": {
        /**
         * Lists the gifts to the trusts that own a policy, by date
         * @description Requires read access to `allPolicies`.
         */
        get: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description The gifts, and the trusts that can receive one */
                200: {
                    content: {
                        "application/json": components["schemas"]["PolicyGifts"];
                    };
                };
            };
        };
        /**
         * Creates a gift to a trust that owns a policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GiftDraft"];
                };
            };
            responses: {
                /** @description The gift */
                201: {
                    content: {
                        "application/json": components["schemas"]["PremiumGift"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/gifts/{giftUuid}": {
        /**
         * Updates a gift to a trust
         * @description Requires write access to `allPolicies`.
         */
        put: {
            parameters: {
                path: {
                    policyUuid: string;
                    giftUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GiftDraft"];
                };
            };
            responses: {
                /** @description The saved gift */
                200: {
                    content: {
                        "application/json": components["schemas"]["PremiumGift"];
                    };
                };
            };
        };
        /**
         * Deletes a gift to a trust
         * @description Requires write access to `allPolicies`.
         */
        delete: {
            parameters: {
                path: {
                    policyUuid: string;
                    giftUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/guidelines": {
        /**
         * Returns the guidelines of a policy and its status against them
         * @description Requires read access to `allPolicies`.
         */
        get: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description All five parameters, with or without a range */
                200: {
                    content: {
                        "application/json": components["schemas"]["GuidelineStanding"][];
                    };
                };
            };
        };
        /**
         * Replaces all guidelines of a policy
         * @description Requires write access to `allPolicies`.
         */
        put: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GuidelinesDraft"];
                };
            };
            responses: {
                /** @description All five parameters, with or without a range */
                200: {
                    content: {
                        "application/json": components["schemas"]["GuidelineStanding"][];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/restore": {
        /**
         * Restores a deleted policy with its links
         * @description Requires write access to `deleteContacts`.
         */
        post: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description The record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Policy"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/status": {
        /**
         * Changes the status of one policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StatusChange"];
                };
            };
            responses: {
                /** @description The saved record */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractRecord_Policy"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/transactions": {
        /**
         * Lists the loans and withdrawals of one policy, newest first, with their sums
         * @description Requires read access to `allPolicies`.
         */
        get: {
            parameters: {
                path: {
                    policyUuid: string;
                };
            };
            responses: {
                /** @description The transactions, figures and warnings */
                200: {
                    content: {
                        "application/json": components["schemas"]["TransactionHistory"];
                    };
                };
            };
        };
        /**
         * Adds a transaction to one policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
                path: {
                    policyUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TransactionInput"];
                };
            };
            responses: {
                /** @description The transaction */
                201: {
                    content: {
                        "application/json": components["schemas"]["ContractTransaction"];
                    };
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/transactions/{transactionUuid}": {
        /**
         * Updates a transaction of one policy
         * @description Requires write access to `allPolicies`.
         */
        put: {
            parameters: {
                path: {
                    policyUuid: string;
                    transactionUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TransactionInput"];
                };
            };
            responses: {
                /** @description The saved transaction */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractTransaction"];
                    };
                };
            };
        };
        /**
         * Deletes a transaction of one policy
         * @description Requires write access to `allPolicies`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    policyUuid: string;
                    transactionUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/allpolicy/{policyUuid}/transactions/{transactionUuid}/restore": {
        /**
         * Restores a deleted transaction of one policy
         * @description Requires write access to `allPolicies`.
         */
        post: {
            parameters: {
                path: {
                    policyUuid: string;
                    transactionUuid: string;
                };
            };
            responses: {
                /** @description The transaction */
                200: {
                    content: {
                        "application/json": components["schemas"]["ContractTransaction"];
                    };
                };
            };
        };
    };
    "/api/notify": {
        /**
         * Connects by WebSocket, server-sent events or long polling
         * @description Any signed-in user with an account.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The connection token. Optional for WebSockets */
                    id?: string | null;
                    /** @description The number of the poll. A repeated number gets the same response again */
                    poll?: number | null;
                };
            };
            responses: {
                /** @description Hub records as server-sent events, or those of one long poll */
                200: {
                    content: {
                        "text/event-stream": string;
                        "application/octet-stream": string;
                    };
                };
            };
        };
        /**
         * Sends records for connections without a WebSocket
         * @description Any signed-in user with an account.
         */
        post: {
            parameters: {
                query: {
                    /** @description The connection token */
                    id: string;
                };
            };
            responses: {
                /** @description Accepted */
                200: {
                };
            };
        };
        /**
         * Ends a long-polling connection
         * @description Any signed-in user with an account.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The connection token */
                    id: string;
                };
            };
            responses: {
                /** @description The connection ends */
                202: {
                };
            };
        };
    };
    "/api/notify/negotiate": {
        /**
         * Negotiates a SignalR connection (JSON hub protocol 1 and 2)
         * @description Any signed-in user with an account.
         */
        post: {
            parameters: {
                query?: {
                    negotiateVersion?: number | null;
                    /** @description `true` to enable stateful reconnect */
                    useStatefulReconnect?: boolean | null;
                };
            };
            responses: {
                /** @description The connection id, the secret connection token and the available transports, or an error if the protocol version is not supported */
                200: {
                    content: {
                        "application/json": components["schemas"]["Negotiation"] | components["schemas"]["NegotiationError"];
                    };
                };
            };
        };
    };
    "/api/openapi.json": {
        /**
         * Returns this document
         * @description Anyone.
         */
        get: {
            responses: {
                /** @description OpenAPI 3.1 */
                200: {
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
    };
    "/api/report": {
        /**
         * Lists the reports that the viewer owns or that are shared with the viewer, by name
         * @description Requires read access to `policyReports` or `contactReports`, depending on the record.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner */
                    reportType?: number | null;
                    /**
                     * @description `true` instead of a type: reports not opened for 90 days or that cannot run. User managers also get reports
                     *     whose owner left the firm
                     */
                    stale?: boolean | null;
                };
            };
            responses: {
                /** @description Reports with their last computed totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["Reports"];
                    };
                };
            };
        };
        /**
         * Creates a report from a list query
         * @description Requires write access to `policyReports` or `contactReports`, depending on the record.
         */
        post: {
            parameters: {
                header?: {
                    /** @description Executes the request once, even if it is repeated with the same key */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewReport"];
                };
            };
            responses: {
                /** @description The new report */
                201: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
            };
        };
    };
    "/api/report/shared": {
        /**
         * Lists the reports that are shared with an outside advisor. `reportUuid` in a list query shows one
         * @description Any signed-in user with an account.
         */
        get: {
            responses: {
                /** @description Reports by name. Empty for other users */
                200: {
                    content: {
                        "application/json": components["schemas"]["SharedReports"];
                    };
                };
            };
        };
    };
    "/api/report/{reportUuid}": {
        /**
         * Returns one report and marks it as opened
         * @description Requires read access to `policyReports` or `contactReports`, depending on the record.
         */
        get: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description The report */
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
            };
        };
        /**
         * Updates a report of the viewer. Its totals become stale
         * @description Requires write access to `policyReports` or `contactReports`, depending on the record.
         */
        put: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReportInput"];
                };
            };
            responses: {
                /** @description The saved report */
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
            };
        };
        /**
         * Deletes a report for all its users. User managers can delete reports whose owner left the firm
         * @description Requires write access to `policyReports` or `contactReports`, depending on the record.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
    "/api/report/{reportUuid}/access": {
        /**
         * Lists the users of the firm and their access to the viewer's report
         * @description Requires read access to `shareReports`.
         */
        get: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description Users by name, without the owner */
                200: {
                    content: {
                        "application/json": components["schemas"]["ReportAccess"];
                    };
                };
            };
        };
        /**
         * Replaces the list of users that the viewer's report is shared with
         * @description Requires write access to `shareReports`.
         */
        post: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReportAccessInput"];
                };
            };
            responses: {
                /** @description The updated access */
                200: {
                    content: {
                        "application/json": components["schemas"]["ReportAccess"];
                    };
                };
            };
        };
    };
    "/api/report/{reportUuid}/changes": {
        /**
         * Returns the changes of the report since the subscriber was last notified
         * @description Requires read access to `policyReports` or `contactReports`, depending on the record.
         */
        get: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description Changed rows and totals */
                200: {
                    content: {
                        "application/json": components["schemas"]["ReportChanges"];
                    };
                };
            };
        };
    };
    "/api/report/{reportUuid}/export": {
        /**
         * Exports all rows of the report visible to the viewer. Also requires read access to the report
         * @description Requires write access to `exportData`.
         */
        post: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReportExport"];
                };
            };
            responses: {
                /** @description CSV or XLSX, streamed */
                200: {
                    content: {
                        "text/csv": string;
                        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    };
                };
            };
        };
    };
    "/api/report/{reportUuid}/owner": {
        /**
         * Transfers a report whose owner left the firm to the caller. Outside advisors lose access
         * @description Requires write access to `manageUsers`.
         */
        put: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description The updated report */
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
            };
        };
    };
    "/api/report/{reportUuid}/subscription": {
        /**
         * Subscribes users to changes of the report, immediately or in the digest
         * @description Requires write access to `policyReports` or `contactReports`, depending on the record.
         */
        put: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SubscriptionInput"];
                };
            };
            responses: {
                /** @description The report with its number of subscribers */
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
            };
        };
    };
    "/api/report/{reportUuid}/totals": {
        /**
         * Returns the totals of the report over all rows visible to the viewer
         * @description Requires read access to `policyReports` or `contactReports`, depending on the record.
         */
        post: {
            parameters: {
                path: {
                    reportUuid: string;
                };
            };
            responses: {
                /** @description The totals. Those that do not apply to the report type are null */
                200: {
                    content: {
                        "application/json": components["schemas"]["ReportTotalsAnswer"];
                    };
                };
            };
        };
    };
    "/api/template": {
        /**
         * Lists the templates of one kind. The firm's own come first
         * @description Requires read access to `deliverables`.
         */
        get: {
            parameters: {
                query: {
                    /** @description 1 agent, 2 owner, 3 report summary, 4 report summary by owner */
                    templateType: number;
                    /** @description Repeats the viewer's firm. */
                    firmId?: number | null;
                    includeGlobalDefaults?: boolean;
                };
            };
            responses: {
                /** @description Templates */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"][];
                    };
                };
            };
        };
        /**
         * Adds a template of the firm
         * @description Requires write access to `firmSettings`.
         */
        post: {
            parameters: {
                query: {
                    /** @description 1 agent, 2 owner, 3 report summary, 4 report summary by owner */
                    templateType: number;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateInput"];
                };
            };
            responses: {
                /** @description The new template */
                201: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"];
                    };
                };
            };
        };
    };
    "/api/template/{templateUuid}": {
        /**
         * Updates a template of the firm
         * @description Requires write access to `firmSettings`.
         */
        put: {
            parameters: {
                path: {
                    templateUuid: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateInput"];
                };
            };
            responses: {
                /** @description The saved template */
                200: {
                    content: {
                        "application/json": components["schemas"]["DeliverableTemplate"];
                    };
                };
            };
        };
        /**
         * Deletes a template of the firm and its texts. Documents generated from it stay
         * @description Requires write access to `firmSettings`.
         */
        delete: {
            parameters: {
                query: {
                    /** @description The version last read by the caller */
                    version: number;
                };
                path: {
                    templateUuid: string;
                };
            };
            responses: {
                /** @description Deleted */
                204: {
                };
            };
        };
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Read and write access to a feature. */
        Access: {
            read: boolean;
            write: boolean;
        };
        /** @description A firm that the user is assigned to. */
        Account: {
            /** Format: int32 */
            firmId: number;
            firmName: string;
            /** Format: int32 */
            firmUserType: number;
            firmUserTypeLabel: string;
            firstName: string;
            /** @description Only active firms can be chosen. */
            isFirmActive: boolean;
            lastName: string;
            /**
             * Format: int64
             * @description Counts only notifications recent enough for the notification list.
             */
            unreadNotificationCount: number;
        };
        /** @description An action that a user took on a record. */
        Activity: {
            /** @description Subject of the action: a contact, a contract, a document or a status change. */
            about: string | null;
            /** @description `AuditAction` code. */
            action: string;
            /** Format: date-time */
            at: string;
            /** @description Old and new values of changed fields. Fields without a short text are missing. */
            changes: components["schemas"]["FieldChange"][];
            /** @description Names of the changed fields, as in the JSON of the record. */
            fields: string[];
            /** @description Label of the action. */
            label: string;
            /** @description Name of the impersonated user, if any. */
            onBehalfOf: string | null;
            /** @description Name of the user who took the action. */
            user: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A page of activity, newest first. */
        ActivityPage: {
            /** @description Older entries exist. */
            hasMore: boolean;
            items: components["schemas"]["Activity"][];
        };
        /** @description A postal address. */
        Address: {
            /** @default null */
            city?: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code. `None` means the US.
             * @default null
             */
            country?: string | null;
            /** @default null */
            line1?: string | null;
            /** @default null */
            line2?: string | null;
            /**
             * @description Text, because leading zeros are significant.
             * @default null
             */
            postalCode?: string | null;
            /**
             * @description Two-letter USPS code if the country is the US.
             * @default null
             */
            state?: string | null;
        };
        /** @description A staff account of the user. */
        AdminAccount: {
            adminUserKey: string;
            /** Format: int32 */
            adminUserType: number;
            adminUserTypeLabel: string;
            firstName: string;
            lastName: string;
        };
        /** @description A contact of a merge, with the records that would move to the remaining contact. */
        AffectedContact: {
            /**
             * Format: int64
             * @description Memberships in cohorts that select their contacts.
             */
            cohorts: number;
            contact: components["schemas"]["ContactRecord"];
            /**
             * Format: int64
             * @description Uploaded documents.
             */
            documents: number;
            /**
             * Format: int64
             * @description Best interest forms, if the contact is an owner.
             */
            forms: number;
            /**
             * Format: int64
             * @description Gifts of premium, if the contact is a trust.
             */
            gifts: number;
            /**
             * Format: int64
             * @description Entries that link the contact as a person of a trust or as a beneficiary of a contract.
             */
            mentions: number;
            /**
             * Format: int64
             * @description Grantors, trustees and beneficiaries, if the contact is a trust.
             */
            people: number;
        };
        /** @description A contract whose parties a merge would change. */
        AffectedContract: {
            carrierName: string;
            /** @description The contacts of the merge that it is linked to. */
            contactUuids: string[];
            isAnnuity: boolean;
            number: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description The contracts that a merge would change. */
        AffectedContracts: {
            /** Format: int64 */
            annuityCount: number;
            /** @description The first 200, by number. */
            contracts: components["schemas"]["AffectedContract"][];
            /** Format: int64 */
            policyCount: number;
        };
        /** @description A user whose visible contracts depend on the contacts of a merge. */
        AffectedUser: {
            name: string;
            /** @description Label of the user's role in the firm. */
            role: string;
            userKey: string;
        };
        /** @description Request to merge contacts. */
        AgentMerge: {
            agentData: components["schemas"]["MergeTarget"];
            /**
             * @description All contacts of the merge, including the one that remains.
             * @example [
             *       "0190a0b1-0000-7000-8000-000000000001",
             *       "0190a0b1-0000-7000-8000-000000000002"
             *     ]
             */
            firmAgentsIds: string[];
        };
        /** @description Contacts to merge, 2 to 5. */
        AgentSelection: {
            /**
             * @example [
             *       "0190a0b1-0000-7000-8000-000000000001",
             *       "0190a0b1-0000-7000-8000-000000000002"
             *     ]
             */
            firmAgentsIds: string[];
        };
        /** @description Request to undo a merge. */
        AgentUnmerge: {
            agentData: components["schemas"]["UnmergeTarget"];
            /**
             * @description Contracts that were linked to the remaining contact after the merge and move to the restored one.
             * @example [
             *       "0190a0b1-0000-7000-8000-000000000041"
             *     ]
             */
            policyAgentIds?: string[];
        };
        /** @description Rights and charges of contracts in force that end in a month. */
        AheadMonth: {
            /**
             * Format: int64
             * @description Conversion rights that end.
             */
            conversions: number;
            /**
             * Format: int64
             * @description Level premium periods that end.
             */
            levelTerms: number;
            /**
             * Format: date
             * @description First day of the month.
             */
            month: string;
            /**
             * Format: int64
             * @description Surrender charges of annuities that end. 0 for users who cannot read annuities.
             */
            surrenders: number;
        };
        /** @description An annuity in requests and responses. Amounts are US dollars. */
        Annuity: {
            /**
             * Format: date
             * @description As-of date of the contract value.
             * @default null
             */
            accountValueDate?: string | null;
            /**
             * Format: date
             * @default null
             */
            annuitizationDate?: string | null;
            /** @default null */
            annuityCashValue?: string | null;
            /**
             * @description Amount that a surrender would pay today.
             * @default null
             */
            annuitySurrenderValue?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            carrierUuid?: string | null;
            /**
             * @description 1 to 30 characters. Unique in the firm for each carrier, ignoring spaces, dashes and case.
             * @default
             */
            contractNumber?: string;
            /** @default null */
            contractValue?: string | null;
            /** @default null */
            costBasis?: string | null;
            /** @default null */
            creditedRate?: string | null;
            /** @default null */
            deathBenefit?: string | null;
            /** @default null */
            freeWithdrawalPercent?: string | null;
            /**
             * @description Percent per year, like every rate.
             * @default null
             */
            guaranteedRate?: string | null;
            /**
             * Format: date
             * @default null
             */
            guaranteedRateEndDate?: string | null;
            /**
             * @description The surrender value changes with interest rates and can exceed the contract value.
             * @default false
             */
            hasMarketValueAdjustment?: boolean;
            /**
             * Format: date
             * @default null
             */
            issueDate?: string | null;
            /**
             * @description USPS code.
             * @default null
             */
            issueState?: string | null;
            /**
             * Format: int32
             * @description 0 to 130.
             * @default null
             */
            maxAnnuityAge?: number | null;
            /**
             * @description PolicyGuard monitors the contract.
             * @default false
             */
            policyGuard?: boolean;
            /**
             * @description Sum of all premium payments.
             * @default null
             */
            premiumsPaid?: string | null;
            /** @default null */
            productName?: string | null;
            /**
             * @description `ProductType` code for an annuity.
             * @default
             */
            productType?: string;
            /** @default null */
            rmdAmount?: string | null;
            /**
             * Format: date
             * @default null
             */
            rmdDueDate?: string | null;
            /**
             * @description A required minimum distribution applies each year.
             * @default false
             */
            rmdRequired?: boolean;
            /** @default null */
            rmdTaken?: string | null;
            /**
             * @description `PolicyStatus` code.
             * @default
             */
            status?: string;
            /**
             * Format: date
             * @description Effective date of the status. Defaults to today if the status changes without a new date.
             * @default null
             */
            statusDate?: string | null;
            /**
             * Format: date
             * @description Computed from the issue date and the years if missing.
             * @default null
             */
            surrenderPeriodEndDate?: string | null;
            /**
             * Format: int32
             * @description Whole years from the issue date, 0 to 30.
             * @default null
             */
            surrenderPeriodYears?: number | null;
            /**
             * @description Surrender charge in percent for each contract year, first year first. At most 30 entries.
             * @default []
             */
            surrenderSchedule?: string[];
            /**
             * @description `TaxType` code.
             * @default null
             */
            taxType?: string | null;
            /**
             * Format: date
             * @description As-of date of the values. Defaults to today if values change without a new date.
             * @default null
             */
            valuesAsOf?: string | null;
        };
        /** @description The answer to a question. */
        Answer: {
            /** @description [`QuestionChoice`] code. */
            choice: string;
            question: string;
        };
        /** @description Request to assign a row to a user. */
        AssignInput: {
            /**
             * Format: date
             * @description Due date of the row. When it changes, the row is assigned to no one.
             */
            day?: string | null;
            userKey: string;
        };
        /** @description The user who does the work. */
        Assignee: {
            name: string;
            userKey: string;
        };
        /** @description The contact to attach. */
        AttachInput: {
            /**
             * Format: int32
             * @description Agents only: repeats the type of the path.
             */
            agentTypeId?: number | null;
            /**
             * Format: int32
             * @description Repeats the firm of the path.
             */
            firmId?: number | null;
            /** @description Insureds only: whether the type of the path is the primary insured. */
            isPrimary?: boolean | null;
            /**
             * Format: uuid
             * @description Repeats the contract of the path.
             */
            policyUuid?: string | null;
            /**
             * Format: uuid
             * @description Also accepted as `agentUuid` or `insuredUuid`.
             */
            uuid: string;
        };
        /** @description The owner to attach, and its type. */
        AttachOwnerInput: {
            /**
             * Format: int32
             * @description Repeats the firm of the path.
             */
            firmId?: number | null;
            /**
             * Format: uuid
             * @description Repeats the contract of the path.
             */
            policyUuid?: string | null;
            /**
             * Format: int32
             * @description Also accepted as `ownerTypeId`: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity
             */
            typeId: number;
            /**
             * Format: uuid
             * @description Also accepted as `ownerUuid`.
             */
            uuid: string;
        };
        /** @description A stored authorization. Elements can be missing. */
        Authorization: {
            /** @default null */
            authority: string | null;
            /**
             * Format: date
             * @default null
             */
            coversFrom: string | null;
            /** @default false */
            coversPsychotherapyNotes?: boolean;
            /**
             * Format: date
             * @default null
             */
            coversTo: string | null;
            /** @default null */
            discloser: string | null;
            /**
             * @description `DiscloserKind` code
             * @default null
             */
            discloserKind: string | null;
            /**
             * Format: uuid
             * @default null
             */
            documentId: string | null;
            /** @default null */
            expirationEvent: string | null;
            /**
             * Format: date
             * @default null
             */
            expiresOn: string | null;
            /** @default null */
            information: string | null;
            /** @default null */
            purpose: string | null;
            /** @default null */
            recipient: string | null;
            /**
             * @description `SignedBy` code
             * @default null
             */
            signedBy: string | null;
            /**
             * Format: date
             * @default null
             */
            signedOn: string | null;
            /** @default false */
            statesNoConditioning?: boolean;
            /** @default false */
            statesRedisclosure?: boolean;
            /** @default false */
            statesRightToRevoke?: boolean;
        };
        /** @description An element of an authorization that is missing or does not fit the request. */
        AuthorizationGap: {
            /** @description Field of the authorization, such as `recipient` */
            element: string;
            /** @description One sentence for the user */
            message: string;
        };
        /** @description The elements of an authorization as entered in a form. Empty text stands for an element that is missing. */
        AuthorizationInput: {
            /**
             * @description Authority of a representative to sign, such as `Power of attorney`
             * @default
             */
            authority?: string;
            /**
             * @description First day of the records that the authorization covers. Empty if it has no limit
             * @default
             */
            coversFrom?: string;
            /**
             * @description Whether it covers psychotherapy notes, which require a separate authorization
             * @default false
             */
            coversPsychotherapyNotes?: boolean;
            /**
             * @description Last day of the records that the authorization covers. Empty if it has no limit
             * @default
             */
            coversTo?: string;
            /**
             * @description The providers who may disclose it: their names, or a class such as `any physician`
             * @default
             */
            discloser?: string;
            /**
             * @description `DiscloserKind` code
             * @default
             */
            discloserKind?: string;
            /**
             * Format: uuid
             * @description The signed authorization, uploaded before
             * @default null
             */
            documentId?: string | null;
            /**
             * @description An event that ends the authorization, if it has no expiration date
             * @default
             */
            expirationEvent?: string;
            /** @default  */
            expiresOn?: string;
            /**
             * @description The information to be disclosed
             * @default
             */
            information?: string;
            /** @default  */
            purpose?: string;
            /**
             * @description Who may receive it
             * @default
             */
            recipient?: string;
            /**
             * @description `SignedBy` code
             * @default
             */
            signedBy?: string;
            /** @default  */
            signedOn?: string;
            /**
             * @description Whether it states that treatment does not depend on it
             * @default false
             */
            statesNoConditioning?: boolean;
            /**
             * @description Whether it states that the recipient may disclose the information again
             * @default false
             */
            statesRedisclosure?: boolean;
            /**
             * @description Whether it states the right to revoke it, and how
             * @default false
             */
            statesRightToRevoke?: boolean;
        };
        /** @description A beneficiary of a contract. */
        Beneficiary: {
            /** Format: date */
            birthDate: string | null;
            /** @description `BeneficiaryClass` code. */
            class: string;
            contactType: components["schemas"]["ContactKind"] | null;
            /**
             * Format: uuid
             * @description The same person or organization as a contact of the firm.
             */
            contactUuid: string | null;
            /** @description The owner cannot replace the beneficiary without their consent. */
            isIrrevocable: boolean;
            /** @description The share of a deceased beneficiary goes to their descendants. */
            isPerStirpes: boolean;
            name: string;
            /** @description `Relationship` code. */
            relationship: string | null;
            /** @description Share within the class in percent, such as `33.3333`. */
            sharePercent: string | null;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description A beneficiary as entered in a form. Empty text stands for a missing value. */
        BeneficiaryInput: {
            /** @default  */
            birthDate?: string;
            /**
             * @description `BeneficiaryClass` code
             * @default
             */
            class?: string;
            /**
             * Format: uuid
             * @description The same person or organization as a contact of the firm
             * @default null
             */
            contactUuid?: string | null;
            /** @default false */
            isIrrevocable?: boolean;
            /** @default false */
            isPerStirpes?: boolean;
            /** @default  */
            name?: string;
            /**
             * @description `Relationship` code. Empty if not recorded
             * @default
             */
            relationship?: string;
            /**
             * @description Share within the class in percent, such as `33.3333`
             * @default
             */
            sharePercent?: string;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new beneficiary
             * @default null
             */
            version?: number | null;
        };
        /** @description What is stored of a form, and what its hash covers once it is signed. */
        BestInterestContent: {
            form: components["schemas"]["BestInterestForm"];
            owner: components["schemas"]["FormOwner"];
            recommended: components["schemas"]["ContractValues"] | null;
            replaced: components["schemas"]["ContractValues"] | null;
            signature: components["schemas"]["Signature"] | null;
        };
        /** @description The forms of an owner. */
        BestInterestFile: {
            /**
             * Format: int32
             * @description Age of an individual whose date of birth is known, for a new form
             */
            age: number | null;
            /** @description Contracts of the owner that the viewer can open */
            contracts: components["schemas"]["ContractValues"][];
            owner: components["schemas"]["FormOwner"];
            /** @description The user's name, for a new form */
            producer: string;
            /** @description Newest first */
            versions: components["schemas"]["BestInterestVersion"][];
        };
        BestInterestForm: {
            /**
             * @default {
             *       "acceptsNonGuaranteed": null,
             *       "age": "",
             *       "annualIncome": "",
             *       "existingAssets": "",
             *       "financialExperience": "",
             *       "financialObjectives": "",
             *       "financialSituation": "",
             *       "fundingSource": "",
             *       "insuranceNeeds": "",
             *       "intendedUse": "",
             *       "liquidNetWorth": "",
             *       "liquidityNeeds": "",
             *       "riskTolerance": "",
             *       "taxStatus": "",
             *       "timeHorizon": ""
             *     }
             */
            consumerProfile?: components["schemas"]["ConsumerProfile"];
            /**
             * @default {
             *       "notBasedOnRecommendation": {
             *         "documentId": null,
             *         "signedOn": ""
             *       },
             *       "refusedInformation": {
             *         "documentId": null,
             *         "signedOn": ""
             *       }
             *     }
             */
            consumerStatements?: components["schemas"]["ConsumerStatements"];
            /**
             * @default {
             *       "carriersAvailable": "",
             *       "compensationType": "",
             *       "producerDisclosureGivenOn": ""
             *     }
             */
            disclosure?: components["schemas"]["Disclosure"];
            /**
             * @default {
             *       "annuityUuid": "",
             *       "basis": "",
             *       "date": "",
             *       "optionsConsidered": [],
             *       "producer": ""
             *     }
             */
            recommendation?: components["schemas"]["Recommendation"];
            /**
             * @default {
             *       "benefitsOutweigh": null,
             *       "isReplacement": null,
             *       "lostBenefits": "",
             *       "newFees": "",
             *       "otherExchangeWithin60Months": null,
             *       "replacedUuid": null,
             *       "surrenderCharge": ""
             *     }
             */
            replacement?: components["schemas"]["Replacement"];
        };
        /** @description A form to create or save. */
        BestInterestInput: {
            /**
             * @default {
             *       "consumerProfile": {
             *         "acceptsNonGuaranteed": null,
             *         "age": "",
             *         "annualIncome": "",
             *         "existingAssets": "",
             *         "financialExperience": "",
             *         "financialObjectives": "",
             *         "financialSituation": "",
             *         "fundingSource": "",
             *         "insuranceNeeds": "",
             *         "intendedUse": "",
             *         "liquidNetWorth": "",
             *         "liquidityNeeds": "",
             *         "riskTolerance": "",
             *         "taxStatus": "",
             *         "timeHorizon": ""
             *       },
             *       "consumerStatements": {
             *         "notBasedOnRecommendation": {
             *           "documentId": null,
             *           "signedOn": ""
             *         },
             *         "refusedInformation": {
             *           "documentId": null,
             *           "signedOn": ""
             *         }
             *       },
             *       "disclosure": {
             *         "carriersAvailable": "",
             *         "compensationType": "",
             *         "producerDisclosureGivenOn": ""
             *       },
             *       "recommendation": {
             *         "annuityUuid": "",
             *         "basis": "",
             *         "date": "",
             *         "optionsConsidered": [],
             *         "producer": ""
             *       },
             *       "replacement": {
             *         "benefitsOutweigh": null,
             *         "isReplacement": null,
             *         "lostBenefits": "",
             *         "newFees": "",
             *         "otherExchangeWithin60Months": null,
             *         "replacedUuid": null,
             *         "surrenderCharge": ""
             *       }
             *     }
             */
            form?: components["schemas"]["BestInterestForm"];
            /**
             * @description Whether to save the form as complete
             * @default false
             */
            isComplete?: boolean;
            /**
             * Format: uuid
             * @description The form to save. Null to create one
             * @default null
             */
            uuid?: string | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null to create one
             * @default null
             */
            version?: number | null;
        };
        /** @description A version of an owner's form. */
        BestInterestVersion: {
            content: components["schemas"]["BestInterestContent"];
            /** @description SHA-256 of the content of a signed form as lower-case hex digits */
            hash: string | null;
            /** @description Whether the stored content still has this hash */
            isUnchanged: boolean;
            /**
             * Format: int32
             * @description Number among the versions of the owner, starting at 1
             */
            number: number;
            /**
             * Format: date
             * @description First day on which the signed form need not be kept any more
             */
            retainUntil: string | null;
            /** Format: date */
            reviewDueDate: string | null;
            /** @description `BestInterestStatus` code */
            state: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Name of the user who changed or signed the form last */
            updatedBy: string | null;
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Version of the record, for later changes
             */
            version: number;
        };
        Block: {
            content?: components["schemas"]["Inline"][];
            /** @enum {string} */
            type: "paragraph";
        } | {
            attrs: components["schemas"]["HeadingAttributes"];
            content?: components["schemas"]["Inline"][];
            /** @enum {string} */
            type: "heading";
        } | {
            content: components["schemas"]["ListItem"][];
            /** @enum {string} */
            type: "bulletList";
        } | {
            content: components["schemas"]["ListItem"][];
            /** @enum {string} */
            type: "orderedList";
        } | {
            content: components["schemas"]["TableRow"][];
            /** @enum {string} */
            type: "table";
        } | {
            attrs: components["schemas"]["ImageAttributes"];
            /** @enum {string} */
            type: "image";
        };
        /** @description What a book of business would list now, and its versions that are not generated yet. */
        BookOfBusiness: {
            /** Format: int64 */
            annuityCount: number;
            displayName: string;
            /**
             * Format: int64
             * @description Maximum number of contracts in one document
             */
            maxContracts: number;
            /**
             * Format: int64
             * @description Documents with more contracts are generated in the background
             */
            maxImmediateContracts: number;
            /** @description Versions that the viewer requested and that are not generated yet, newest first */
            pending: components["schemas"]["PendingVersion"][];
            /** Format: int64 */
            policyCount: number;
        };
        /** @description The first pages of a document as images. */
        BookPreview: {
            /** @description Number of all pages */
            pageCount: number;
            /** @description The first pages as SVG */
            pages: string[];
        };
        /** @description Request to generate a book of business. */
        BookRequest: {
            /**
             * Format: int32
             * @description 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent
             * @default 1
             */
            groupBy?: number;
            /** @default true */
            includeAnnuities?: boolean;
            /** Format: uuid */
            templateUuid: string;
            /**
             * Format: uuid
             * @description The agent or owner.
             */
            uuid: string;
        };
        /** @description Branding of the portal for the host name of the request. */
        Branding: {
            /** @description Small logo for the header. Null for the default logo. */
            appLogoUrl: string | null;
            /** @description In stored form, such as `+14155550100x12` */
            contactPhoneNumber: string | null;
            /** @description Large logo for pages without the app header. Null for the default logo. */
            fullLogoUrl: string | null;
            platformName: string;
            /** @description `#rrggbb`, or null for the default color. `brandColors` in the wasm module derives accessible shades. */
            primaryColor: string | null;
            /** @description Receives the questions that users send on the support page. */
            supportEmail: string | null;
            supportUrl: string | null;
        };
        /** @description Request to change the branding for one of the firm's host names. */
        BrandingInput: {
            contactPhoneNumber?: string | null;
            /** @description One of the firm's host names. */
            host: string;
            platformName: string;
            /** @description `#rrggbb`. `None` selects the default color. */
            primaryColor?: string | null;
            supportEmail?: string | null;
            /** @description An `https://` or `http://` URL. */
            supportUrl?: string | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded.
             */
            version: number;
        };
        /** @description Editable branding for one of the firm's host names. */
        BrandingSettings: components["schemas"]["Branding"] & {
            host: string;
            /** Format: int32 */
            version: number;
        };
        /** @description A change that applies to each of the contracts. */
        BulkChange: {
            /**
             * Format: date
             * @description Life policies in their grace period only: last day of coverage.
             */
            grace_period_end_date?: string | null;
            /** @enum {string} */
            kind: "status";
            /** @description `PolicyStatus` code. */
            status: string;
            /**
             * Format: date
             * @description Effective date of the status.
             */
            status_date?: string | null;
        } | {
            /**
             * Format: date
             * @description The due date of the premium that was paid. If another premium is next, the policy is not changed. Null means
             *     the next premium of each policy.
             */
            due?: string | null;
            /** @enum {string} */
            kind: "premiumPaid";
        } | {
            /** @description One of [`fields`], named as in the JSON of the contract. */
            field: string;
            /** @enum {string} */
            kind: "field";
            /** @description The new value as in the JSON of the contract. Null clears the field. */
            value?: unknown;
        };
        /** @description A change that was made to many contracts. */
        BulkEdit: {
            result: components["schemas"]["BulkPreview"];
            /**
             * Format: uuid
             * @description Identifies the edit when it is undone.
             */
            uuid: string;
        };
        /** @description What a change does to the selected contracts. */
        BulkPreview: {
            changed: number;
            /** @description The most frequent current values of the contracts that will change, 20 at most. */
            current: components["schemas"]["CurrentValue"][];
            /** @description The most frequent problems, 20 at most. */
            problems: components["schemas"]["BulkProblem"][];
            selected: number;
            /** @description Contracts that have the new value already. */
            unchanged: number;
        };
        /** @description An error that keeps contracts from being changed. */
        BulkProblem: {
            contracts: number;
            message: string;
            /** @description The first 20 contract numbers. */
            numbers: string[];
        };
        /** @description Request to preview or make a change. */
        BulkRequest: {
            change: components["schemas"]["BulkChange"];
            /** @description Selects the contracts, at most 10,000. Columns, sort and page are ignored. */
            contracts: components["schemas"]["ListQuery"];
        };
        /** @description Result of undoing an edit. */
        BulkUndone: {
            restored: number;
            /**
             * @description Contracts that keep their present values: those changed or deleted after the edit, and those that would be in
             *     force without an owner.
             */
            skipped: number;
        };
        /** @description The private link of a user. Both times are null if there is none. */
        CalendarFeed: {
            /** Format: date-time */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description When a calendar program last used the link
             */
            lastReadAt: string | null;
        };
        /** @description A new private link. It cannot be shown again. */
        CalendarLink: {
            /** @description Absolute URL of the feed */
            url: string;
        };
        /** @description Which pairs to return. */
        CandidatesQuery: {
            /**
             * Format: uuid
             * @description Only pairs of this contact.
             */
            contactUuid?: string | null;
            /** @description Pairs that were marked as not duplicates, instead of the others. */
            isDismissed?: boolean;
        };
        /** @description An insurance carrier, shared by all firms. */
        Carrier: {
            amBestRating: string | null;
            /**
             * Format: int32
             * @description 1 to 100.
             */
            comdex: number | null;
            fax: string | null;
            /** @description Five digits, as text. */
            naicCode: string;
            name: string;
            phone: string | null;
            shortName: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A row that was added to the report or left it. */
        ChangedRow: {
            /** @description Name or number of the record. Null if the viewer can no longer see it. */
            label: string | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @description An option: its stored code and its label. */
        Choice: {
            /** @description Numeric codes are written as text. */
            code: string;
            label: string;
        };
        /** @description A new session. Its client secret can be used once, by a page of the widget below the session's origin. */
        ClientSecret: {
            /** @description Never store or log it */
            clientSecret: string;
            /**
             * Format: date-time
             * @description When the session ends
             */
            expiresAt: string;
        };
        /** @description Request to record that the provider refused, or to cancel. */
        CloseInput: {
            /** @description Why */
            because: string;
            /** @description `Refused` or `Cancelled` */
            state: string;
            /**
             * Format: int32
             * @description Version of the request that the page loaded
             */
            version: number;
        };
        /** @description A cohort, limited to the contacts that the user can see. */
        Cohort: {
            /**
             * Format: int64
             * @description Null if the contacts of a rule were not counted, or if the rule is invalid.
             */
            contactCount: number | null;
            /** @description 1 Agent, 2 Owner */
            contactType: components["schemas"]["ContactKind"];
            /** Format: date-time */
            createdAt: string;
            createdBy: string | null;
            description: string | null;
            /** @description Filter of a rule-based cohort, as in [`ListQuery::filter`]. Empty for other cohorts. */
            filter: components["schemas"]["FilterItem"][];
            /** Format: int32 */
            firmId: number;
            kind: components["schemas"]["CohortKind"];
            name: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description Result of adding or removing contacts. */
        CohortChange: {
            cohort: components["schemas"]["Cohort"];
            /** @description Contacts that were added or removed. */
            contactUuids: string[];
            /**
             * Format: int64
             * @description Number of requested contacts that needed no change: already in the cohort when adding, or not in it
             *     when removing.
             */
            unchangedCount: number;
        };
        /** @description Contacts to add to a cohort or to remove from it, either by uuid or by query. */
        CohortContacts: {
            /**
             * Format: uuid
             * @description Repeats the cohort of the path.
             * @default null
             */
            cohortUuid?: string | null;
            /**
             * @description At most 5,000.
             * @default []
             */
            contactUuids?: string[];
            /**
             * Format: int32
             * @description Repeats the viewer's firm.
             * @default null
             */
            firmId?: number | null;
            /** @default null */
            query?: components["schemas"]["ListQuery"] | null;
        };
        /** @description Current number of contacts in a cohort that the user can see. */
        CohortCount: {
            /**
             * Format: int64
             * @description Null if the rule is invalid.
             */
            contactCount: number | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A cohort with a page of its contacts and its schedules. */
        CohortDetails: components["schemas"]["Cohort"] & {
            /** @description Contacts from `contactOffset` on, in the order of their list. `contactCount` is the number of all of them. */
            contactUuids: string[];
            /** @description Schedules with their last and next send dates, by name. */
            schedules: components["schemas"]["CohortSchedule"][];
        };
        /** @description Request to change a cohort. The kind and the contact type cannot change. */
        CohortInput: {
            description?: string | null;
            filter?: components["schemas"]["FilterItem"][];
            /**
             * Format: int32
             * @description Repeats the viewer's firm.
             */
            firmId?: number | null;
            name: string;
            /**
             * Format: uuid
             * @description Repeats the cohort of the path. Also accepted as `cohortUuid`.
             */
            uuid?: string | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded.
             */
            version: number;
        };
        /**
         * @description How the members of a cohort are determined.
         * @enum {string}
         */
        CohortKind: "Static" | "Rule";
        /** @description A schedule of a cohort. */
        CohortSchedule: {
            /** Format: uuid */
            cohortUuid: string;
            /**
             * Format: int32
             * @description The book of business that is attached: 1 for agents, 2 for owners. Null if lists of contracts are.
             */
            deliverableType: number | null;
            /** Format: date */
            firstSendDate: string;
            frequency: components["schemas"]["Frequency"];
            /** Format: int32 */
            groupBy: number | null;
            includeAnnuities: boolean;
            /** @description The owner has left the firm. The next user who saves the schedule becomes its owner. */
            isAbandoned: boolean;
            /** Format: date */
            lastSendDate: string | null;
            message: string;
            name: string;
            /**
             * Format: date
             * @description Local date in the schedule's time zone. For birthdays and anniversaries, the first known one.
             */
            nextSendDate: string | null;
            /** @description Name of the owner, whose row scope applies. */
            owner: string | null;
            /** @description Why the server paused the schedule. Null if a user paused it. */
            pausedBecause: string | null;
            /** Format: uuid */
            scheduleId: string;
            sendTo: components["schemas"]["SendTo"];
            status: components["schemas"]["ScheduleStatus"];
            subject: string;
            /** Format: uuid */
            templateUuid: string | null;
            /** @description `09:00` */
            time: string;
            timeZone: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: int32 */
            version: number;
        };
        /** @description Request to count the contacts of several cohorts. */
        CohortsToCount: {
            /**
             * @description At most 50.
             * @default []
             */
            cohortUuids?: string[];
        };
        /** @description A list column in responses. */
        ColumnDescriptor: {
            canFilter: boolean;
            canSort: boolean;
            /** @description Options of a `choice` column, otherwise empty. */
            choices: components["schemas"]["Choice"][];
            columnType: components["schemas"]["ColumnType"];
            defaultLabel: string;
            feature: components["schemas"]["Feature"] | null;
            hasTotal: boolean;
            /** @description Whether the column is for a custom field of the firm */
            isCustom: boolean;
            isDefault: boolean;
            key: string;
            /** @description Filter operators in menu order. */
            operators: components["schemas"]["FilterOp"][];
        };
        /** @description A file column and its target. */
        ColumnMapping: {
            /**
             * Format: int32
             * @description Confidence of the suggestion in percent; 100 if a user chose the target.
             */
            confidence?: number;
            header: string;
            leftOut?: components["schemas"]["LeftOut"] | null;
            /** @description First distinct non-empty values, with tax IDs masked. */
            sample?: string[];
            /**
             * Format: int32
             * @description Index from 0.
             */
            sourceColumn: number;
            /** @description Null if the column is not imported. */
            target?: string | null;
            transform?: components["schemas"]["Transform"];
        };
        /**
         * @description Type of a column's cells. Decides its operators, SQL type and alignment.
         * @enum {string}
         */
        ColumnType: "text" | "choice" | "integer" | "money" | "percent" | "date" | "timestamp" | "flag";
        /** @description A contact or contract that the undo did not fully restore. */
        Conflict: {
            displayName: string;
            /** @description Fields that were changed after the import. */
            fields: string[];
            /** @description Why the contact was not restored at all: `changed`, `attached` or `deleted`. */
            reason: string | null;
            /**
             * Format: uuid
             * @description Of the contact or contract
             */
            recordUuid: string;
        };
        /** @description What is known about the consumer: the 14 items of the model regulation. Amounts are US dollars. */
        ConsumerProfile: {
            /**
             * @description Whether the consumer accepts values that are not guaranteed. Part of the risk tolerance
             * @default null
             */
            acceptsNonGuaranteed?: boolean | null;
            /**
             * @description In years. For owners that are no individuals, the age of the annuitant
             * @default
             */
            age?: string;
            /** @default  */
            annualIncome?: string;
            /**
             * @description Existing investments, annuities and insurance
             * @default
             */
            existingAssets?: string;
            /**
             * @description `FinancialExperience` code
             * @default
             */
            financialExperience?: string;
            /** @default  */
            financialObjectives?: string;
            /**
             * @description Including debts
             * @default
             */
            financialSituation?: string;
            /**
             * @description `FundingSource` code
             * @default
             */
            fundingSource?: string;
            /** @default  */
            insuranceNeeds?: string;
            /** @default  */
            intendedUse?: string;
            /** @default  */
            liquidNetWorth?: string;
            /** @default  */
            liquidityNeeds?: string;
            /**
             * @description `RiskTolerance` code
             * @default
             */
            riskTolerance?: string;
            /**
             * @description `TaxStatus` code
             * @default
             */
            taxStatus?: string;
            /**
             * @description `TimeHorizon` code
             * @default
             */
            timeHorizon?: string;
        };
        /** @description A statement that the consumer signs. It counts once it has a date and a document. */
        ConsumerStatement: {
            /**
             * Format: uuid
             * @description The signed statement, a document of the owner
             * @default null
             */
            documentId?: string | null;
            /**
             * @description `YYYY-MM-DD`
             * @default
             */
            signedOn?: string;
        };
        ConsumerStatements: {
            /**
             * @description The consumer buys an annuity that was not recommended
             * @default {
             *       "documentId": null,
             *       "signedOn": ""
             *     }
             */
            notBasedOnRecommendation?: components["schemas"]["ConsumerStatement"];
            /**
             * @description The consumer refuses to give some or all information
             * @default {
             *       "documentId": null,
             *       "signedOn": ""
             *     }
             */
            refusedInformation?: components["schemas"]["ConsumerStatement"];
        };
        /** @description Request to add or change a contact. */
        ContactInput: {
            /** @description Custom fields by name. An empty value removes a field. Fields that are not listed stay unchanged. */
            customFields?: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Repeats the firm of the path.
             */
            firmId?: number | null;
            /** @description Also accepted as `agent`, `owner` or `insured`. */
            person: components["schemas"]["Person"];
            /**
             * Format: uuid
             * @description Policy or annuity to attach a new contact to, like the query parameter of the same name.
             */
            policyUuid?: string | null;
            /**
             * Format: uuid
             * @description Repeats the record of the path. Empty for a new contact.
             */
            uuid?: string | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new contact.
             */
            version?: number | null;
        };
        /**
         * @description 1 agent, 2 owner, 3 insured
         * @enum {integer}
         */
        ContactKind: 1 | 2 | 3;
        /** @description A contact in a picker. */
        ContactOption: {
            /** @description NPN, email or city, to distinguish contacts with the same name */
            detail: string | null;
            displayName: string;
            /**
             * Format: int32
             * @description `ownerTypeId` of an owner. Null for agents and insureds
             */
            ownerTypeId: number | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @description An agent, an owner or an insured, as shown on the record page. */
        ContactRecord: {
            /** @description Agents only: contract data may be requested from carriers on the agent's behalf. */
            agentIntegrationEnabled: boolean;
            contactType: components["schemas"]["ContactKind"];
            /** Format: date-time */
            createdAt: string;
            /** @description Custom fields of the firm, by name. */
            customFields: {
                [key: string]: string;
            };
            /** @description Name as shown in lists: `Whitfield, Dana`, or the name of an organization. */
            displayName: string;
            /** Format: int32 */
            firmId: number;
            person: components["schemas"]["Person"];
            /** @description `***-**-1234`. Null if no tax ID is stored. */
            taxIdMasked: string | null;
            totals: components["schemas"]["Totals"];
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Increases with each write. Updates must send it back.
             */
            version: number;
        };
        /** @description The origin of a record. */
        ContactSource: {
            /** Format: date-time */
            at: string;
            by: string | null;
            fileName: string | null;
            /**
             * Format: int32
             * @description Line of the file, counting the header
             */
            fileRow: number | null;
            /** @description `Manual`, `Import`, `Feed` or `Merge` */
            source: string;
            sourceLabel: string;
        };
        /** @description Request to add or change a policy or an annuity. */
        ContractDraft_Annuity: {
            contract: components["schemas"]["Annuity"];
            /**
             * @description Whether the contract returns to its state before `version`. Withdraws the values of that version from the value
             *     history, if the same user entered them.
             */
            isUndo?: boolean;
            /** @description New contracts only. At most 20. */
            parties?: components["schemas"]["PartyDraft"][];
            /** @description Replaces all riders. Null leaves them unchanged. */
            riders?: components["schemas"]["Rider"][] | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new contract.
             */
            version?: number | null;
        };
        /** @description Request to add or change a policy or an annuity. */
        ContractDraft_Policy: {
            contract: components["schemas"]["Policy"];
            /**
             * @description Whether the contract returns to its state before `version`. Withdraws the values of that version from the value
             *     history, if the same user entered them.
             */
            isUndo?: boolean;
            /** @description New contracts only. At most 20. */
            parties?: components["schemas"]["PartyDraft"][];
            /** @description Replaces all riders. Null leaves them unchanged. */
            riders?: components["schemas"]["Rider"][] | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new contract.
             */
            version?: number | null;
        };
        /** @description A policy or an annuity, as shown on the record page. */
        ContractRecord_Annuity: {
            /** @description Annuities only: contract data may be requested on the agent's behalf. */
            agentIntegrationEnabled: boolean;
            /** @description Primary ones first. */
            beneficiaries: components["schemas"]["Beneficiary"][];
            carrier: components["schemas"]["Carrier"];
            contract: components["schemas"]["Annuity"];
            /** Format: date-time */
            createdAt: string;
            /** Format: int32 */
            firmId: number;
            /** @description Annuities only. */
            indexStrategies: components["schemas"]["IndexStrategy"][];
            /** @description Agents first, then owners, then insureds. */
            parties: components["schemas"]["Party"][];
            riders: components["schemas"]["Rider"][];
            /** @description `RecordSource` code. */
            source: string;
            sourceFile: string | null;
            /** Format: int32 */
            sourceRow: number | null;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            uuid: string;
            /** @description Latest date first. */
            values: components["schemas"]["ValueSnapshot"][];
            /**
             * Format: int32
             * @description Increases with each write. Updates must send it back.
             */
            version: number;
        };
        /** @description A policy or an annuity, as shown on the record page. */
        ContractRecord_Policy: {
            /** @description Annuities only: contract data may be requested on the agent's behalf. */
            agentIntegrationEnabled: boolean;
            /** @description Primary ones first. */
            beneficiaries: components["schemas"]["Beneficiary"][];
            carrier: components["schemas"]["Carrier"];
            contract: components["schemas"]["Policy"];
            /** Format: date-time */
            createdAt: string;
            /** Format: int32 */
            firmId: number;
            /** @description Annuities only. */
            indexStrategies: components["schemas"]["IndexStrategy"][];
            /** @description Agents first, then owners, then insureds. */
            parties: components["schemas"]["Party"][];
            riders: components["schemas"]["Rider"][];
            /** @description `RecordSource` code. */
            source: string;
            sourceFile: string | null;
            /** Format: int32 */
            sourceRow: number | null;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            uuid: string;
            /** @description Latest date first. */
            values: components["schemas"]["ValueSnapshot"][];
            /**
             * Format: int32
             * @description Increases with each write. Updates must send it back.
             */
            version: number;
        };
        /** @description A loan, repayment or withdrawal of a contract. Amounts are US dollars. */
        ContractTransaction: {
            amount: string;
            /** @description Loan balance after the transaction. Null for withdrawals. */
            balanceAfter: string | null;
            /** @description `ContractTransactionKind` code. */
            kind: string;
            kindLabel: string;
            /** @description Kind, amount and date, such as `Loan of $5,000.00 on 03/01/2024`. */
            name: string;
            note: string | null;
            /** @description Part of the amount that the carrier kept. */
            surrenderCharge: string | null;
            /** @description Part of the amount that was withheld for taxes. */
            taxWithheld: string | null;
            /** Format: date */
            transactionDate: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description A contract of the owner with its values. Amounts are US dollars. */
        ContractValues: {
            carrier: string;
            /** @description Annuities only */
            costBasis: string | null;
            deathBenefit: string | null;
            /** @description Annuities only. Percent per year */
            guaranteedRate: string | null;
            /** @description Whether the owner can surrender the contract for cash */
            hasCashSurrender?: boolean;
            /**
             * Format: int32
             * @description `Line` number
             */
            line: number;
            /** @description Policies only */
            loanBalance: string | null;
            number: string;
            product: string;
            /** @description `RiderType` codes */
            riders: string[];
            status: string;
            /** Format: date */
            surrenderPeriodEndDate: string | null;
            /** @description Null if none is recorded */
            surrenderValue: string | null;
            /** Format: uuid */
            uuid: string;
            /** @description Contract value of an annuity, cash value of a policy */
            value: string | null;
        };
        /** @description Number of rows by outcome. Blank rows are not counted. */
        Counts: {
            /** Format: int32 */
            duplicateInFile: number;
            /** Format: int32 */
            duplicateInFirm: number;
            /** Format: int32 */
            error: number;
            /** Format: int32 */
            new: number;
            /**
             * Format: int32
             * @description Rows that are not imported until the user decides.
             */
            review: number;
            /** Format: int32 */
            skipped: number;
            /**
             * Format: int32
             * @description Sum of all outcomes.
             */
            total: number;
            /** Format: int32 */
            unchanged: number;
            /** Format: int32 */
            update: number;
            /**
             * Format: int32
             * @description Accepted rows with a warning, which are also counted by outcome.
             */
            warning: number;
        };
        /** @description A Crummey letter in responses. */
        CrummeyLetter: {
            /** @description The addressee: the beneficiary, or the guardian of a minor */
            addressee: string;
            /** @description The amount that the beneficiary may withdraw */
            amount: string;
            beneficiary: string;
            /** Format: date */
            deliveredOn: string | null;
            /** @description The letter as PDF */
            document: components["schemas"]["LetterDocument"];
            /** @description Email address of the beneficiary. Once the letter is emailed, the address that was used */
            email: string | null;
            /**
             * Format: date-time
             * @description When the mail server accepted the email
             */
            emailedAt: string | null;
            /** @description Why the email could not be sent */
            failure: string | null;
            /** @description Whether the gift was changed after the letter was created */
            isOutdated: boolean;
            /** Format: date */
            letterDate: string;
            /** @description `DeliveryMethod` code. Null unless the letter is being delivered or was delivered */
            method: string | null;
            /** Format: uuid */
            personUuid: string;
            proof: components["schemas"]["LetterDocument"] | null;
            /** @description `LetterState` code */
            state: string;
            stateLabel: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description Number of contracts with the same current value. */
        CurrentValue: {
            contracts: number;
            /** @description The value as in the JSON of the contract. */
            value?: unknown;
        };
        /** @description A custom field of the firm, added by an upload. */
        CustomField: {
            /** @description Key of its list column, such as `customField1`. Null if the firm has more fields than list columns */
            column: string | null;
            name: string;
        };
        /** @description The user's decision about the rows with a review reason. */
        Decision: {
            choice: components["schemas"]["ReviewChoice"];
            reason: components["schemas"]["ReviewReason"];
            /**
             * Format: int32
             * @description Null for all rows with this reason that have no decision of their own.
             */
            row?: number | null;
        };
        /** @description A template of deliverables. */
        DeliverableTemplate: {
            /** @description Whether it is used unless another one is chosen */
            isDefault: boolean;
            /** @description Whether every firm has this template */
            isGlobal: boolean;
            /** @description Whether firms can no longer choose it */
            isRetired: boolean;
            name: string;
            /**
             * Format: int64
             * @description Number of cohort schedules of the firm that attach documents of this template and have not ended. They pause if it
             *     is deleted
             */
            scheduleCount: number;
            settings: components["schemas"]["TemplateSettings"];
            /**
             * Format: int32
             * @description 1 agent, 2 owner, 3 report summary, 4 report summary by owner
             */
            templateType: number;
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Increases with each change. Null for built-in templates
             */
            version: number | null;
        };
        /** @description The text that applies at a level. */
        DeliverableText: {
            inherited: components["schemas"]["InheritedText"] | null;
            /** @description Where the text is set */
            level: components["schemas"]["TextLevel"];
            /** Format: date-time */
            updatedAt: string | null;
            /** @description Name of the user who changed it */
            updatedBy: string | null;
            value: components["schemas"]["RichText"];
            /**
             * Format: int32
             * @description Version of the text at the requested level. Null if none is set there
             */
            version: number | null;
        };
        /** @description The delivery to one contact. */
        Delivery: {
            /** @description Email address of the recipient. Null if there is none. */
            address: string | null;
            /** Format: uuid */
            contactUuid: string;
            /**
             * Format: date
             * @description The date this delivery is due. In a dry run for birthdays or anniversaries, the contact's next one.
             */
            dueDate: string | null;
            name: string;
            /** @description Why the delivery was skipped, failed or is being retried. */
            reason: string | null;
            /** Format: date-time */
            sentAt: string | null;
            state: components["schemas"]["DeliveryState"];
        };
        /** @description Request to email letters, or to record that they were mailed or handed over. */
        DeliveryInput: {
            /** @description When the letters were mailed or handed over. Empty for email */
            deliveredOn?: string;
            letters: components["schemas"]["LetterVersion"][];
            /** @description `DeliveryMethod` code */
            method: string;
        };
        /**
         * @description Delivery state of the email about one contact.
         * @enum {string}
         */
        DeliveryState: "Waiting" | "Sent" | "Failed" | "Skipped";
        /** @enum {string} */
        Density: "comfortable" | "compact";
        /**
         * @description Frequency of the digest.
         * @enum {string}
         */
        DigestFrequency: "Daily" | "Weekly";
        /** @description Schedule of the digest, in the user's time zone. */
        DigestPlan: {
            frequency: components["schemas"]["DigestFrequency"];
            /**
             * Format: int32
             * @description 0 to 23.
             */
            hour: number;
            /**
             * Format: int32
             * @description 1 (Monday) to 7 (Sunday). Ignored by daily digests.
             */
            weekday: number;
        };
        /** @description What the producer told the consumer. */
        Disclosure: {
            /**
             * @description `CarriersAvailable` code
             * @default
             */
            carriersAvailable?: string;
            /**
             * @description `CompensationType` code
             * @default
             */
            compensationType?: string;
            /**
             * @description `YYYY-MM-DD`
             * @default
             */
            producerDisclosureGivenOn?: string;
        };
        /** @description Required minimum distributions from an annuity in the current calendar year. */
        DistributionSummary: {
            /** @description `rmdAmount` of the annuity. */
            required: string | null;
            taken: string;
            /** Format: int32 */
            year: number;
        };
        /** @description A file attached to a record. */
        Document: {
            mediaType: string;
            name: string;
            /** Format: int64 */
            sizeBytes: number;
            /** Format: date-time */
            storeDate: string;
            /** @description Name of the user who uploaded it. `None` if no user did. */
            storedBy: string | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A link that downloads a document once. */
        DownloadLink: {
            /** @description Path of the download on this server */
            url: string;
        };
        /** @description Deliveries that the schedule would make now. */
        DryRun: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description Name of the schedule's owner, whose row scope applies. */
            owner: string | null;
            /** @description Why the schedule cannot send at all. */
            problem: string | null;
            sample: components["schemas"]["MergeValues"] | null;
        };
        /** @description The pairs of a firm, most likely first. */
        DuplicateCandidates: {
            /** @description At most 500. */
            items: components["schemas"]["DuplicatePair"][];
            /**
             * Format: int64
             * @description Number of all pairs.
             */
            total: number;
        };
        /**
         * @description A field that the score compares.
         * @enum {string}
         */
        DuplicateField: "npn" | "taxId" | "lastName" | "firstName" | "middleName" | "suffix" | "organization" | "dateOfBirth" | "trustDate" | "email" | "phone" | "address";
        /** @description A stored contact that may be the same as one that is being added. */
        DuplicateMatch: {
            contact: components["schemas"]["PairedContact"];
            likeness: components["schemas"]["Likeness"] | null;
            likenessLabel: string;
            /**
             * Format: int32
             * @description 75 to 100, or less if only the names match.
             */
            percent: number;
            reasons: components["schemas"]["ShownReason"][];
        };
        /** @description Two contacts that may be the same person or organization. */
        DuplicatePair: {
            contactType: components["schemas"]["ContactKind"];
            dismissal: components["schemas"]["PairDismissal"] | null;
            first: components["schemas"]["PairedContact"];
            likeness: components["schemas"]["Likeness"];
            likenessLabel: string;
            /**
             * Format: int32
             * @description 75 to 100.
             */
            percent: number;
            reasons: components["schemas"]["ShownReason"][];
            second: components["schemas"]["PairedContact"];
            /** Format: uuid */
            uuid: string;
        };
        /** @description Progress of the comparison of a firm's agents and owners. */
        DuplicateProgress: {
            /**
             * Format: int64
             * @description Number of contacts in the last full comparison.
             */
            contactCount: number;
            /**
             * Format: date-time
             * @description When the last full comparison started. Null before the first.
             */
            startedAt: string | null;
            /**
             * Format: int64
             * @description Number of contacts still to be compared. 0 if the pairs are up to date.
             */
            waiting: number;
        };
        /** @description One compared field, with its points. */
        DuplicateReason: {
            agreement: components["schemas"]["FieldAgreement"];
            field: components["schemas"]["DuplicateField"];
            /**
             * Format: int32
             * @description Points added to the score, negative if the field speaks against a duplicate.
             */
            points: number;
        };
        /**
         * @description When a notification is emailed.
         * @enum {string}
         */
        EmailChannel: "Off" | "Immediate" | "Digest";
        /** @description Request of an administrator to preview a widget in the portal, as themselves. */
        EmbedPreviewRequest: {
            /**
             * Format: uuid
             * @description The saved report that `reportTotals` shows
             */
            reportUuid?: string | null;
            /** @description Actions that the widget can take. `import` needs at least one */
            scopes?: components["schemas"]["EmbedScope"][];
            widget: components["schemas"]["Widget"];
        };
        /**
         * @description An action of a widget.
         * @enum {string}
         */
        EmbedScope: "importAgents" | "importOwners" | "importInsureds" | "importPolicies" | "importAnnuities";
        /** @description A session, as administrators see it. */
        EmbedSession: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description The last four characters of the key that created the session. Null for a preview in the portal */
            keyEnding: string | null;
            /**
             * Format: date-time
             * @description When the client secret was used
             */
            openedAt: string | null;
            origin: string;
            /** @description Why the client secret was refused */
            refusal: string | null;
            /** @description Name of the contact that the session is limited to, or of its report */
            subjectName: string | null;
            userName: string;
            /** Format: uuid */
            uuid: string;
            widget: string;
        };
        /** @description Request of a partner's backend to create a session. */
        EmbedSessionRequest: {
            contactType?: components["schemas"]["ContactKind"] | null;
            /** Format: uuid */
            contactUuid?: string | null;
            /** @description Origin of the page that embeds the widget. One of the partner's origins */
            origin: string;
            /**
             * Format: uuid
             * @description The saved report that `reportTotals` shows. The user must be able to open it
             */
            reportUuid?: string | null;
            /** @description Actions that the widget can take. `import` needs at least one */
            scopes?: components["schemas"]["EmbedScope"][];
            /**
             * Format: int32
             * @description 10 to 900. Default: 600
             */
            ttlSeconds?: number;
            /** @description Key of the firm's user whose rows the widget shows */
            userKey: string;
            widget: components["schemas"]["Widget"];
        };
        /** @description Access token of a widget. */
        EmbedToken: {
            accessToken: string;
            /**
             * Format: int32
             * @description Seconds until the session ends. The clock of the browser may be wrong.
             */
            expiresIn: number;
            /** Format: int32 */
            firmId: number;
            /**
             * Format: uuid
             * @description The report that the widget shows
             */
            reportUuid: string | null;
            scopes: components["schemas"]["EmbedScope"][];
        };
        /** @description Request of a widget's page to exchange its client secret. */
        EmbedTokenRequest: {
            /** @description Origin of the embedding page, as reported by the browser */
            origin: string;
            widget: components["schemas"]["Widget"];
        };
        /**
         * @description File format of an export.
         * @enum {string}
         */
        ExportFormat: "csv" | "xlsx";
        /** @description All rows with the same fault in the same field. */
        FaultGroup: {
            code: string;
            /** Format: int32 */
            column: number | null;
            /** Format: int32 */
            count: number;
            /** @description Field path, for example `person.email` or `custom.Tier`. */
            field: string;
            /** @description A repair skips these rows. */
            isSkipped: boolean;
            /** @description Display name of the field. */
            label: string;
            /** @description Message of the first fault, one sentence. */
            message: string;
            /** @description Repairs that apply to all rows of the group, mildest first. */
            repairs: components["schemas"]["RepairKind"][];
            samples: components["schemas"]["FaultSample"][];
            warning: boolean;
        };
        /** @description A faulty value and its row. */
        FaultSample: {
            /**
             * Format: int32
             * @description Row number as in a spreadsheet.
             */
            row: number;
            /** @description Value from the file with tax IDs masked. Empty if the cell is missing. */
            value: string;
        };
        /** @description A favorite, with the current name of its record. */
        Favorite: {
            /** @description Distinguishes records with the same title: NPN, email or city of people, insured and carrier of contracts. */
            detail: string | null;
            kind: components["schemas"]["FavoriteKind"];
            /** @description Name of a person or trust, number of a contract. */
            title: string;
            /** Format: uuid */
            uuid: string;
        };
        /**
         * @description Kind of record that can be a favorite.
         * @enum {string}
         */
        FavoriteKind: "agent" | "owner" | "insured" | "trust" | "policy" | "annuity";
        /**
         * @description A feature that permissions apply to.
         * @enum {string}
         */
        Feature: "canViewSupport" | "showQuickSearch" | "settings" | "canViewMyNotifications" | "selectAccount" | "home" | "contacts" | "allPolicies" | "annuities" | "trusts" | "deleteContacts" | "enhancedMerge" | "policyReports" | "contactReports" | "staleReports" | "analytics" | "insights" | "shareReports" | "cohorts" | "importData" | "exportData" | "deliverables" | "policyReviews" | "annuityReviews" | "finalReview" | "bestInterest" | "insuredMedical" | "revealIdentifiers" | "servicing" | "documentRequests" | "documentProcessing" | "aiDocumentProcessing" | "portfolios" | "collaborations" | "policyGuard" | "tasks" | "ownerAuthorizations" | "verificationOfCoverage" | "documentGeneration" | "manageUsers" | "firmSettings" | "auditLog" | "embedSessions" | "firms" | "adminUsers" | "carriers" | "bulkOperations" | "letterOrdering" | "contactManagement" | "apiIntegrationDashboard" | "policySearch" | "impersonate";
        /** @description Access by feature name. */
        Features: {
            adminUsers: components["schemas"]["Access"];
            aiDocumentProcessing: components["schemas"]["Access"];
            allPolicies: components["schemas"]["Access"];
            analytics: components["schemas"]["Access"];
            annuities: components["schemas"]["Access"];
            annuityReviews: components["schemas"]["Access"];
            apiIntegrationDashboard: components["schemas"]["Access"];
            auditLog: components["schemas"]["Access"];
            bestInterest: components["schemas"]["Access"];
            bulkOperations: components["schemas"]["Access"];
            canViewMyNotifications: components["schemas"]["Access"];
            canViewSupport: components["schemas"]["Access"];
            carriers: components["schemas"]["Access"];
            cohorts: components["schemas"]["Access"];
            collaborations: components["schemas"]["Access"];
            contactManagement: components["schemas"]["Access"];
            contactReports: components["schemas"]["Access"];
            contacts: components["schemas"]["Access"];
            deleteContacts: components["schemas"]["Access"];
            deliverables: components["schemas"]["Access"];
            documentGeneration: components["schemas"]["Access"];
            documentProcessing: components["schemas"]["Access"];
            documentRequests: components["schemas"]["Access"];
            embedSessions: components["schemas"]["Access"];
            enhancedMerge: components["schemas"]["Access"];
            exportData: components["schemas"]["Access"];
            finalReview: components["schemas"]["Access"];
            firmSettings: components["schemas"]["Access"];
            firms: components["schemas"]["Access"];
            home: components["schemas"]["Access"];
            impersonate: components["schemas"]["Access"];
            importData: components["schemas"]["Access"];
            insights: components["schemas"]["Access"];
            insuredMedical: components["schemas"]["Access"];
            letterOrdering: components["schemas"]["Access"];
            manageUsers: components["schemas"]["Access"];
            ownerAuthorizations: components["schemas"]["Access"];
            policyGuard: components["schemas"]["Access"];
            policyReports: components["schemas"]["Access"];
            policyReviews: components["schemas"]["Access"];
            policySearch: components["schemas"]["Access"];
            portfolios: components["schemas"]["Access"];
            revealIdentifiers: components["schemas"]["Access"];
            selectAccount: components["schemas"]["Access"];
            servicing: components["schemas"]["Access"];
            settings: components["schemas"]["Access"];
            shareReports: components["schemas"]["Access"];
            showQuickSearch: components["schemas"]["Access"];
            staleReports: components["schemas"]["Access"];
            tasks: components["schemas"]["Access"];
            trusts: components["schemas"]["Access"];
            verificationOfCoverage: components["schemas"]["Access"];
        };
        /**
         * @description How the values of a field agree. A field that is missing on both sides, or on one, is not compared.
         * @enum {string}
         */
        FieldAgreement: "exact" | "similar" | "nickname" | "soundsAlike" | "initial" | "middleName" | "swapped" | "transposed" | "oneDigit" | "partial" | "shared" | "oneSided" | "differs";
        /** @description A changed field with its old and new value. */
        FieldChange: {
            /** @description Name of the field, as in the JSON of the record. */
            field: string;
            /** @description Null if the field was empty. */
            from: string | null;
            /** @description Null if the field is empty now. */
            to: string | null;
        };
        /** @description A field that was changed after a merge, so that undoing the merge does not restore it by itself. */
        FieldConflict: {
            /** @description Value before the merge. Null if empty. */
            before?: unknown;
            /** @description Current value. */
            current?: unknown;
            /** @description Name as in the JSON of the contact, such as `address.city`. */
            field: string;
            /** @description Value that the merge set. */
            merged?: unknown;
        };
        /** @description A validation error or warning for one field. */
        FieldProblem: {
            /** @description Stable snake-case code. Clients branch on it, not on the message. */
            code: string;
            /** @description JSON path of the field in the request, such as `person.email` or `filter[2].value`. */
            field: string;
            /** @description One sentence for the user. */
            message: string;
            /** @description Warnings do not prevent saving. */
            warning?: boolean;
        };
        /** @description Totals of policies. Amounts are US dollars. */
        Figures: {
            annualizedPremium: string;
            deathBenefit: string;
            policyCashValue: string;
            /** Format: int64 */
            policyCount: number;
            /** @description Premiums that fall due in the month, or are overdue. Zero unless policies are grouped by due month. */
            premiumDue: string;
        };
        FilterCondition: {
            /** @description Column key. */
            column: string;
            op: components["schemas"]["FilterOp"];
            value?: (string | number | boolean | null) | (string | number)[];
        };
        /**
         * @description A filter item: one condition, or several conditions combined with OR.
         *
         *     [`ListQuery::filter`] holds items as plain JSON, so that validation errors can name the invalid item.
         */
        FilterItem: {
            any: components["schemas"]["FilterCondition"][];
        } | components["schemas"]["FilterCondition"];
        /**
         * @description A filter operator.
         * @enum {string}
         */
        FilterOp: "eq" | "ne" | "in" | "notIn" | "contains" | "startsWith" | "gt" | "gte" | "lt" | "lte" | "between" | "isEmpty" | "isNotEmpty" | "inLastDays" | "inNextDays" | "anniversaryWithinDays";
        /** @description A firm as listed for staff. */
        FirmEntry: {
            /** Format: int64 */
            contactCount: number;
            /** Format: int32 */
            documentLimit: number | null;
            /** Format: int32 */
            firmId: number;
            /** @description Only active firms can be opened. */
            isActive: boolean;
            isDemo: boolean;
            name: string;
            /**
             * Format: int64
             * @description Number of active users
             */
            userCount: number;
            /**
             * Format: int32
             * @description Maximum number of active users. Null for no limit.
             */
            userLimit: number | null;
        };
        /** @description A user of the firm, as shown to account administrators. */
        FirmUser: {
            /** @description Names of the agents, in the same order as `agentUuids`. */
            agentNames: string[];
            /** @description The agents in a professional's block of business, sorted by name. */
            agentUuids: string[];
            email: string | null;
            /**
             * Format: int32
             * @description 1 Account Administrator, 2 Professional, 3 Office Manager, 4 View Only, 5 Outside Advisor
             */
            firmUserType: number;
            firmUserTypeLabel: string;
            firstName: string;
            isActive: boolean;
            lastName: string;
            /** @description Last sign-in to this firm, RFC 3339 in UTC. */
            lastSignInAt: string | null;
            /** @description Sign-in name at the identity provider. */
            login: string;
            /** @description Why the sign-in name cannot be changed. `null` if it can. */
            loginLock: string | null;
            /** @description Why the name and email address cannot be changed. `null` if they can. */
            nameLock: string | null;
            /** @description The professionals that an office manager supports. */
            professionalKeys: string[];
            userKey: string;
            /** Format: int32 */
            version: number;
        };
        /** @description Request to change a user. */
        FirmUserInput: {
            /** @description Block of business. Ignored unless the user is a professional. */
            agentUuids?: string[];
            /** @description Empty to remove it. */
            email?: string | null;
            /** Format: int32 */
            firmUserType: number;
            firstName?: string | null;
            isActive: boolean;
            lastName?: string | null;
            /** @description Sign-in name at the identity provider. Unchanged if missing, like the names and the email address. */
            login?: string | null;
            /** @description Supported professionals. Ignored unless the user is an office manager. */
            professionalKeys?: string[];
            /**
             * Format: int32
             * @description The version that was loaded.
             */
            version: number;
        };
        /** @description The owner as the form names it. */
        FormOwner: {
            /** Format: date */
            birthDate: string | null;
            name: string;
            /**
             * Format: int32
             * @description `OwnerType` number
             */
            ownerType: number;
            /** @description USPS code */
            state: string | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @enum {string} */
        Format: "text" | "xlsx" | "xls" | "ods";
        FoundContract: {
            /** @description Name of the insured or annuitant (of the owner if there is none), then of the carrier. */
            detail: string | null;
            /** @description Policy or contract number. */
            number: string;
            /** @description `PolicyStatus` code. */
            status: string;
            /** Format: uuid */
            uuid: string;
        };
        FoundPerson: {
            /** @description Distinguishes people of the same name: the NPN of an agent, otherwise the email address or the city. */
            detail: string | null;
            kind: components["schemas"]["ContactKind"];
            /** @description `Whitfield, Dana` */
            name: string;
            /** Format: uuid */
            uuid: string;
        };
        /**
         * @description How often a schedule sends.
         * @enum {string}
         */
        Frequency: "Once" | "Monthly" | "Quarterly" | "SemiAnnual" | "Annual" | "Birthday" | "Anniversary";
        /** @description The dates of gifts in a range of days. */
        GiftCalendar: {
            /** @description By day */
            events: components["schemas"]["GiftEvent"][];
            /** @description False if the range has more gifts than can be listed */
            isComplete: boolean;
        };
        /** @description A gift as entered in a form. */
        GiftDraft: {
            /** @default  */
            amount?: string;
            /** @default  */
            giftDate?: string;
            /** @default  */
            letterDate?: string;
            /**
             * @description Empty until the letters are sent.
             * @default
             */
            lettersSentOn?: string;
            /** @default  */
            premiumDue?: string;
            /**
             * @description Empty until the gift has paid the premium.
             * @default
             */
            premiumPaidOn?: string;
            /**
             * @description Empty until the gift is received.
             * @default
             */
            receivedOn?: string;
            /**
             * Format: uuid
             * @default null
             */
            trustUuid?: string | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new gift.
             * @default null
             */
            version?: number | null;
        };
        /** @description A date of a gift. The amount is in US dollars. */
        GiftEvent: {
            amount: string;
            /** Format: date */
            day: string;
            /** Format: uuid */
            giftUuid: string;
            isDone: boolean;
            isOverdue: boolean;
            policyNumber: string;
            /** Format: uuid */
            policyUuid: string;
            /** @description `GiftStep` code */
            step: string;
            stepLabel: string;
            trustName: string;
        };
        /** @description A gift with its letters. */
        GiftLetters: {
            /** @description Why no letters can be created. Empty if they can */
            blockedBecause: string;
            gift: components["schemas"]["PremiumGift"];
            letters: components["schemas"]["CrummeyLetter"][];
            policyNumber: string;
            /** Format: uuid */
            policyUuid: string;
            /** @description Beneficiaries with a withdrawal right who have no letter for this gift */
            recipients: components["schemas"]["LetterRecipient"][];
        };
        /** @description A gift that is not entered yet. Amounts are US dollars. */
        GiftPlan: {
            amount: string;
            /** Format: date */
            giftDate: string;
            /** Format: date */
            letterDate: string;
            /** Format: date */
            premiumDue: string;
            /**
             * Format: uuid
             * @description The trust, if only one owns the policy.
             */
            trustUuid: string | null;
        };
        /** @description A group of policies. */
        Group: {
            figures: components["schemas"]["Figures"];
            /** @description Code, name, month or uuid. Null for policies without a group. */
            key: string | null;
            label: string;
            shares: components["schemas"]["Shares"];
            slice: components["schemas"]["GroupSlice"] | null;
        };
        /** @description Drill-down filter for the policy list. */
        GroupSlice: {
            filter: components["schemas"]["FilterItem"][];
            party: components["schemas"]["PartySlice"] | null;
        };
        /** @description Response with grouped policies. */
        Groups: {
            /** @description Sorted by month, or by size in descending order. */
            groups: components["schemas"]["Group"][];
            others: components["schemas"]["OtherGroups"] | null;
            /** @description A policy can belong to several groups. */
            overlaps: boolean;
            /** @description Policies grouped by status: the totals of those in force, pending, in claim and ended. Otherwise empty. */
            standings: components["schemas"]["StandingTotals"][];
            /** @description Totals of all policies, each counted once. */
            totals: components["schemas"]["Figures"];
        };
        /** @description A range as entered in a form. `None` leaves a bound open. */
        GuidelineDraft: {
            /** @default null */
            maximum?: string | null;
            /** @default null */
            minimum?: string | null;
            /**
             * @description `GuidelineParameter` code.
             * @default
             */
            parameter?: string;
        };
        /** @description A parameter with its guideline and the policy's current value. */
        GuidelineStanding: {
            /** @description The policy's current value. Null if unknown. */
            current: string | null;
            /** @description The current value is outside its range. */
            isOut: boolean;
            label: string;
            maximum: string | null;
            minimum: string | null;
            /** @description `GuidelineParameter` code. */
            parameter: string;
            unit: components["schemas"]["GuidelineUnit"];
        };
        /**
         * @description Unit of a parameter's values.
         * @enum {string}
         */
        GuidelineUnit: "whole" | "money" | "percent";
        /** @description Request to change the guidelines. `before` holds the ranges that the form loaded. */
        GuidelinesDraft: {
            /** @default [] */
            before?: components["schemas"]["GuidelineDraft"][];
            /** @default [] */
            guidelines?: components["schemas"]["GuidelineDraft"][];
        };
        HeadingAttributes: {
            /**
             * Format: int32
             * @description 1 to 3
             */
            level: number;
        };
        /** @description The home page. */
        Home: components["schemas"]["WorkQueue"] & {
            /** @description Newest unread notifications. */
            unread: components["schemas"]["UserNotification"][];
            /** Format: int64 */
            unreadCount: number;
        };
        ImageAttributes: {
            /** @description What the image shows, for people who cannot see it */
            alt: string;
            /**
             * Format: uuid
             * @description An image of the firm
             */
            uuid: string;
            /**
             * Format: int32
             * @description Width in percent of the text width: 25, 50, 75 or 100
             */
            width: number;
        };
        /** @description An impersonation in progress. */
        ImpersonationDetails: {
            actorName: string;
            /** Format: date-time */
            expiresAt: string;
            mayWrite: boolean;
            reason: string;
        };
        /** @description Request by a staff user to impersonate another user. */
        ImpersonationRequest: {
            /**
             * Format: int32
             * @description 1 to 60.
             */
            minutes: number;
            /** @description 10 to 500 characters. Shown to the impersonated user. */
            reason: string;
            /** @description Key of the user to impersonate, in the firm that the staff user has opened. */
            userKey: string;
            /** @description Whether the staff user can make changes. Default: no */
            write?: boolean;
        };
        /** @description Index strategy of an annuity. Rates are percentages. */
        IndexStrategy: {
            /** @default null */
            allocation: string | null;
            /** @default null */
            cap: string | null;
            /** @default null */
            floor: string | null;
            /** @default  */
            name?: string;
            /** @default null */
            participation: string | null;
        };
        /** @description A text of a broader level. */
        InheritedText: {
            level: components["schemas"]["TextLevel"];
            value: components["schemas"]["RichText"];
        };
        Inline: {
            marks?: components["schemas"]["Mark"][];
            text: string;
            /** @enum {string} */
            type: "text";
        } | {
            /** @enum {string} */
            type: "hardBreak";
        };
        /** @description The annuities to change together with the agent. Empty for all of the agent's annuities. */
        IntegrationInput: {
            annuityUuids?: string[];
            /** @description Repeats the flag of the path. */
            enabled?: boolean | null;
            /**
             * Format: uuid
             * @description Repeats the agent of the path.
             */
            firmAgentUuid?: string | null;
            /**
             * Format: int32
             * @description Repeats the viewer's firm.
             */
            firmId?: number | null;
        };
        /** @description Delivery preferences of one kind. */
        KindPreference: {
            email: components["schemas"]["EmailChannel"];
            /** @description Shown briefly on the screen while the user is signed in. */
            isPushed: boolean;
            /**
             * Format: int32
             * @description Number of the kind.
             */
            notificationType: number;
        };
        /** @description A contract that was linked to the remaining contact after a merge. */
        LaterContract: {
            isAnnuity: boolean;
            number: string;
            /** Format: uuid */
            uuid: string;
        };
        /**
         * @description Why a column of an exported list is not imported.
         * @enum {string}
         */
        LeftOut: "keptByPortal" | "saidElsewhere" | "masked";
        /** @description The amount that a beneficiary may withdraw. */
        LetterAmount: {
            /** @description Such as `5000.00` */
            amount: string;
            /** Format: uuid */
            personUuid: string;
        };
        /** @description Request to record that a letter left, was not delivered, or goes out again. */
        LetterChangeInput: {
            /** @description `LetterFailure` code of a letter that was not delivered. Otherwise empty */
            failure?: string;
            /** @description `LetterMethod` code of a letter that goes out again. Otherwise empty */
            method?: string;
            /** @description When a letter was mailed or faxed. Otherwise empty */
            sentOn?: string;
            /** @description `LetterState` code: `Sent`, `Failed`, or `Queued` to send it again */
            state: string;
            /**
             * Format: int32
             * @description Version of the letter that the page loaded
             */
            version: number;
        };
        /** @description A stored document of a letter. */
        LetterDocument: {
            /** Format: uuid */
            documentId: string;
            name: string;
        };
        /** @description A beneficiary who can get a letter. */
        LetterRecipient: {
            /** @description The addressee: the beneficiary, or the guardian of a minor */
            addressee: string;
            /** @description Proposed amount that the beneficiary may withdraw */
            amount: string;
            beneficiary: string;
            /** Format: uuid */
            personUuid: string;
        };
        /** @description A letter in the version that the page loaded. */
        LetterVersion: {
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description Request to create the letters of a gift. */
        LettersInput: {
            /** Format: uuid */
            giftUuid: string;
            /**
             * Format: int32
             * @description Version of the gift that the form loaded
             */
            giftVersion: number;
            /** @description Date on the letters */
            letterDate: string;
            letters: components["schemas"]["LetterAmount"][];
        };
        /**
         * @description How likely a pair is a duplicate.
         * @enum {string}
         */
        Likeness: "possible" | "likely";
        /** @description Page of the result: skips `offset` rows and returns `rowCount` rows. */
        Limit: {
            /**
             * @description `cursor` of an earlier page of the same query, at or before `offset`. Saves counting and skipping
             *     rows.
             */
            after?: string | null;
            /**
             * Format: int64
             * @description 0 or more.
             */
            offset?: number;
            /**
             * Format: int64
             * @description 1 to 500. Ignored by exports.
             */
            rowCount?: number;
        };
        LinkAttributes: {
            /** @description A web or email address: `https:`, `http:` or `mailto:` */
            href: string;
        };
        ListItem: {
            content: components["schemas"]["Block"][];
            /** @enum {string} */
            type: "listItem";
        };
        /**
         * @description A list of the portal.
         * @enum {string}
         */
        ListName: "agents" | "owners" | "insureds" | "policies" | "annuities" | "auditLog" | "cohorts" | "duplicates" | "premiumGifts" | "trusts" | "trustGrantors" | "trustees" | "trustBeneficiaries" | "bestInterestForms" | "beneficiaries" | "transactions";
        /** @description A page of a list. Rows hold the uuid and the selected columns. */
        ListPage: {
            /** @description Send it as `limit.after` to get a later page of the same query. */
            cursor: string | null;
            items: ({
                /** @description Whether the record opens. Only in responses to outside advisors. */
                canOpen?: boolean;
                /** Format: uuid */
                uuid: string;
            } & {
                [key: string]: string | number | boolean | null;
            })[];
            /**
             * Format: int64
             * @description Total number of rows of the query
             */
            totalRecords: number;
        };
        /** @description Body of every list request: search, totals and export. */
        ListQuery: {
            /**
             * Format: uuid
             * @description Agents and owners only: limits the list to members of a cohort.
             * @default null
             */
            cohortUuid?: string | null;
            /** @default null */
            contactType?: components["schemas"]["ContactKind"] | null;
            /**
             * @description Custom column labels, used as headers in an export.
             * @default {}
             */
            customLabels?: {
                [key: string]: string;
            };
            /**
             * @description Filter items, all of which must match. See [`FilterItem`].
             * @default []
             */
            filter?: components["schemas"]["FilterItem"][];
            /**
             * @default {
             *       "offset": 0,
             *       "rowCount": 50
             *     }
             */
            limit?: components["schemas"]["Limit"];
            /** @default null */
            partySet?: components["schemas"]["PartySet"] | null;
            /**
             * Format: uuid
             * @description Adds the filter of a saved report.
             * @default null
             */
            reportUuid?: string | null;
            /**
             * @description Limits the list to these rows, at most 1,000. Empty means all.
             * @default []
             */
            rowUuids?: string[];
            /**
             * @description Words that must all occur in the searchable text, ignoring case and accents.
             * @default null
             */
            searchText?: string | null;
            /**
             * @description Column keys in order. Empty selects the list's default columns.
             * @default []
             */
            selectColumns?: string[];
            /**
             * @description Sort columns, most significant first. Empty selects the list's default sort.
             * @default []
             */
            sort?: components["schemas"]["Sort"][];
            /**
             * Format: uuid
             * @description Policies and annuities only: limits the list to contracts that this contact is party to.
             * @default null
             */
            uuid?: string | null;
        };
        /** @description The loan of a policy. */
        LoanSummary: {
            borrowed: string;
            interest: string;
            /** @description Loans and interest, less repayments. */
            outstanding: string;
            repaid: string;
        };
        /** @description All settings of an import. */
        Mapping: {
            answers?: components["schemas"]["Answer"][];
            columns: components["schemas"]["ColumnMapping"][];
            decisions?: components["schemas"]["Decision"][];
            /** @description The chosen keys. The others are always on. */
            matchKeys?: components["schemas"]["MatchKey"][];
            mode?: components["schemas"]["Mode"];
            repairs?: components["schemas"]["Repair"][];
        };
        Mark: {
            /** @enum {string} */
            type: "bold";
        } | {
            /** @enum {string} */
            type: "italic";
        } | {
            /** @enum {string} */
            type: "underline";
        } | {
            attrs: components["schemas"]["LinkAttributes"];
            /** @enum {string} */
            type: "link";
        };
        /** @description Request to mark notifications as unread. */
        MarkUnread: {
            /** @description At most 5,000. */
            ids: number[];
        };
        /** @description Notifications that were marked as read. */
        MarkedRead: {
            count: number;
            /** @description Their ids. Empty if there are more than [`MarkUnread`] allows. */
            ids: number[];
        };
        /**
         * @description The values by which a row matches an existing contact or an earlier row.
         * @enum {string}
         */
        MatchKey: "recordId" | "npn" | "ssn" | "externalId" | "emailAndLastName" | "nameAndBirthDate" | "nameAndAddress" | "allValues";
        /** @description Metadata of a medical document, without its content. */
        MedicalDocument: {
            /** Format: uuid */
            documentId: string;
            name: string;
            /** Format: int64 */
            sizeBytes: number;
            /** Format: date-time */
            storedAt: string;
            /** @description Name of the user who stored it */
            storedBy: string | null;
        };
        /** @description A page of accesses, newest first. */
        MedicalHistory: {
            /** @description Older entries exist */
            hasMore: boolean;
            items: components["schemas"]["MedicalHistoryEntry"][];
        };
        /** @description An access to the medical data of an insured. */
        MedicalHistoryEntry: {
            /** @description What it applied to, such as `Medical record`. Null for the whole page */
            about: string | null;
            /** Format: date-time */
            at: string;
            /** @description Label of the action, such as `Opened a medical document` */
            label: string;
            /** @description Name of the impersonated user. Null without impersonation */
            onBehalfOf: string | null;
            /** @description Label of the reason. Null for changes */
            reason: string | null;
            /** @description Name of the user */
            user: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A letter to a provider. */
        MedicalLetter: {
            document: components["schemas"]["MedicalDocument"];
            /** @description Why it was not delivered */
            failure: string | null;
            /**
             * Format: date
             * @description Date on the letter
             */
            letterDate: string;
            /** @description `LetterMethod` code */
            method: string;
            methodLabel: string;
            /** @description Name of the user who mailed or faxed it */
            sentBy: string | null;
            /** Format: date */
            sentOn: string | null;
            /** @description `LetterState` code */
            state: string;
            stateLabel: string;
            stepLabel: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description The medical requests of an insured. */
        MedicalRecord: {
            /** @description Signed authorizations of the insured, latest first */
            authorizations: components["schemas"]["MedicalDocument"][];
            /** Format: uuid */
            insuredUuid: string;
            /** @description Latest first */
            requests: components["schemas"]["MedicalRequest"][];
        };
        /** @description A request for records. */
        MedicalRequest: {
            authorization: components["schemas"]["Authorization"] | null;
            canCancel: boolean;
            /** @description Whether records can be received */
            canReceive: boolean;
            canRefuse: boolean;
            /** @description Why the request was closed */
            closedBecause: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Name of the user who created the request */
            createdBy: string | null;
            /** Format: date */
            dateFrom: string;
            /** Format: date */
            dateTo: string;
            /** Format: date */
            deliverBy: string | null;
            /**
             * Format: date
             * @description When the next step is due. A letter that has not left is due on its date
             */
            dueOn: string | null;
            /** @description `DueWork` code of the work that is due today */
            dueWork: string | null;
            /** @description What keeps the request from being sent today. Empty for closed requests */
            gaps: components["schemas"]["AuthorizationGap"][];
            /** @description First letter first */
            letters: components["schemas"]["MedicalLetter"][];
            /** @description Label of the letter that can be created next. Null if there is none */
            nextLetter: string | null;
            notes: string | null;
            provider: components["schemas"]["Provider"];
            purpose: string;
            /** @description Received records, latest first */
            records: components["schemas"]["MedicalDocument"][];
            /** @description `MedicalRequestType` code */
            requestType: string;
            requestTypeLabel: string;
            /**
             * Format: date
             * @description When the first letter left
             */
            sentOn: string | null;
            /** @description `MedicalRequestState` code */
            state: string;
            /** @description State with what the latest letter waits for, such as `To mail` */
            stateLabel: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description A request as entered in a form. Empty text stands for a missing value. */
        MedicalRequestInput: {
            /** @default null */
            authorization?: components["schemas"]["AuthorizationInput"] | null;
            /**
             * @description First day of the records
             * @default
             */
            dateFrom?: string;
            /**
             * @description Last day of the records
             * @default
             */
            dateTo?: string;
            /**
             * @description When the firm needs the records. May be empty
             * @default
             */
            deliverBy?: string;
            /** @default  */
            notes?: string;
            /**
             * @default {
             *       "address": {
             *         "city": null,
             *         "country": null,
             *         "line1": null,
             *         "line2": null,
             *         "postalCode": null,
             *         "state": null
             *       },
             *       "fax": null,
             *       "name": "",
             *       "phone": null
             *     }
             */
            provider?: components["schemas"]["Provider"];
            /** @default  */
            purpose?: string;
            /**
             * @description `MedicalRequestType` code
             * @default
             */
            requestType?: string;
            /**
             * Format: int32
             * @description Version of the draft that the form loaded. Null for a new request
             * @default null
             */
            version?: number | null;
        };
        /** @description A cohort that a contact belongs to, and the reason. */
        Membership: {
            /**
             * Format: date-time
             * @description Static cohorts only: when and by whom the contact was added.
             */
            addedAt: string | null;
            addedBy: string | null;
            cohort: components["schemas"]["Cohort"];
            /** @description Rule-based cohorts only: for each filter item, the conditions that the contact meets. */
            reasons: components["schemas"]["Reason"][][];
        };
        /** @description A merge that was made. */
        MergeDone: {
            /** @description The remaining contact. */
            contact: components["schemas"]["ContactRecord"];
            /**
             * Format: uuid
             * @description Identifies the merge when it is undone.
             */
            uuid: string;
        };
        /** @description An entry of the merge history. */
        MergeEntry: {
            /** Format: date-time */
            at: string;
            /** @description Name of the user. */
            by: string;
            /** @description Names of the merged contacts at the time of the merge. */
            mergedNames: string[];
            /** @description Its name at the time of the merge. */
            targetName: string;
            /**
             * Format: uuid
             * @description The contact that remained. It may have been merged itself since.
             */
            targetUuid: string;
            /**
             * Format: date-time
             * @description Null unless the merge was undone.
             */
            undoneAt: string | null;
            undoneBy: string | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A page of merges, newest first. */
        MergeHistory: {
            /** @description Older entries exist. */
            hasMore: boolean;
            items: components["schemas"]["MergeEntry"][];
        };
        /** @description A reason why contacts cannot be merged. */
        MergeProblem: {
            /** @description Whether `confirmDifferences` resolves it. */
            canConfirm: boolean;
            code: string;
            /**
             * Format: uuid
             * @description The contact with the problem. Null if it concerns the whole merge.
             */
            contactUuid: string | null;
            /** @description What is wrong, and how to resolve it. */
            message: string;
        };
        /**
         * @description The contact that remains after a merge, with its new values.
         * @example {
         *       "confirmDifferences": false,
         *       "person": {
         *         "firstName": "Ada",
         *         "lastName": "Lee",
         *         "npn": "1234567"
         *       },
         *       "taxIdFrom": "0190a0b1-0000-7000-8000-000000000002",
         *       "uuid": "0190a0b1-0000-7000-8000-000000000001",
         *       "version": 3
         *     }
         */
        MergeTarget: {
            /** @description Merge although the contacts have different NPNs or tax IDs. */
            confirmDifferences?: boolean;
            /** @description All custom fields after the merge. */
            customFields?: {
                [key: string]: string;
            };
            /** @description Values after the merge. `taxId` must be null. */
            person: components["schemas"]["Person"];
            /**
             * Format: uuid
             * @description Merged contact whose tax ID is taken over. The remaining contact must have none.
             */
            taxIdFrom?: string | null;
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Version of the record that the comparison showed.
             */
            version: number;
        };
        /** @description Values of the merge fields in the email about one contact. */
        MergeValues: {
            /** @description Null for companies and trusts, which are addressed by their full name. */
            contactFirstName: string | null;
            contactFullName: string;
            firmName: string;
            /** @description Name of the schedule's owner, who receives the replies. */
            senderName: string;
        };
        /**
         * @description What an import does with existing records.
         * @enum {string}
         */
        Mode: "addOnly" | "fillBlanks" | "update";
        /** @description Body of the redirect from a merged contact. */
        MovedContact: {
            /**
             * Format: uuid
             * @description The contact that it was merged into.
             */
            uuid: string;
        };
        /** @description The server's negotiate response. */
        Negotiation: {
            availableTransports: components["schemas"]["Offer"][];
            /** @description Public id. */
            connectionId: string;
            /** @description Secret that grants access to the connection. `None` for version 0, where the id serves as the token. */
            connectionToken?: string;
            /** Format: int32 */
            negotiateVersion: number;
            /** @description Set only if the client requested it. Other clients reject the response. */
            useStatefulReconnect?: boolean;
        };
        /** @description The server's response to a protocol version that it does not support. */
        NegotiationError: {
            error: string;
        };
        /** @description Request to add a cohort. A static cohort can include its first contacts. */
        NewCohort: {
            /** @description 1 Agent, 2 Owner */
            contactType: components["schemas"]["ContactKind"];
            contactUuids?: string[];
            description?: string | null;
            /** @description At least one condition for a rule, otherwise empty. */
            filter?: components["schemas"]["FilterItem"][];
            /**
             * Format: int32
             * @description Repeats the viewer's firm.
             */
            firmId?: number | null;
            kind: components["schemas"]["CohortKind"];
            /** @description 1 to 80 characters. Unique in the firm, ignoring case and accents. */
            name: string;
            query?: components["schemas"]["ListQuery"] | null;
        };
        /** @description Request to add a user to the firm. */
        NewFirmUser: {
            email?: string | null;
            /** Format: int32 */
            firmUserType: number;
            /**
             * @description Ignored if the sign-in name already exists, like the other name and the email address. First and last
             *     name are required for a new sign-in name.
             */
            firstName?: string | null;
            lastName?: string | null;
            /** @description Sign-in name at the identity provider. */
            login: string;
        };
        /** @description A new key. It cannot be shown again. */
        NewPartnerKey: {
            /** @description Sent by the partner's backend as `Authorization: Bearer …` */
            key: string;
        };
        /** @description Request to create a report. */
        NewReport: {
            description?: string | null;
            /** @description 1 to 80 characters. Must differ from the owner's other reports of the type, ignoring case and accents. */
            name: string;
            query?: components["schemas"]["ReportQuery"];
            /**
             * Format: int32
             * @description 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
             */
            reportType: number;
        };
        /** @description A webhook with a new signing secret. The secret cannot be shown again. */
        NewWebhook: {
            /** @description Key of the signatures */
            secret: string;
            webhook: components["schemas"]["Webhook"];
        };
        /** @description The next send date across all cohorts of an agent. */
        NextSend: {
            /** Format: date */
            nextCohortScheduleSendDate: string | null;
        };
        /** @description A page of the notifications that match a filter, newest first. */
        NotificationPage: {
            items: components["schemas"]["UserNotification"][];
            /**
             * Format: int64
             * @description Number of notifications on all pages.
             */
            totalRecords: number;
            /**
             * Format: int64
             * @description Number of unread notifications on all pages.
             */
            unreadRecords: number;
        };
        /** @description Request to hide a notification until a day. */
        NotificationSnooze: {
            /**
             * Format: date
             * @description The first day, in the user's time zone, on which the notification is shown again.
             */
            until: string;
        };
        Offer: {
            transferFormats: string[];
            transport: components["schemas"]["Transport"];
        };
        /** @description A request that is a draft or waits for its provider. */
        OpenRequest: {
            /**
             * Format: date
             * @description When the next step is due. Null for drafts
             */
            day: string | null;
            /** @description Whether an authorization was added */
            hasAuthorization: boolean;
            insuredName: string;
            /** Format: uuid */
            insuredUuid: string;
            /** @description Medical data. Null unless the list was requested with a reason */
            provider: string | null;
            /** @description Medical data. Null unless the list was requested with a reason */
            requestTypeLabel: string | null;
            /** @description `MedicalRequestState` code */
            state: string;
            /** @description State with what the latest letter waits for, such as `To mail` */
            stateLabel: string;
            /** Format: uuid */
            uuid: string;
            /** @description Label of the work that is due today. Null if there is none */
            workLabel: string | null;
        };
        /** @description A page of open requests. Those with the earliest next step come first, drafts last. */
        OpenRequestPage: {
            items: components["schemas"]["OpenRequest"][];
            /**
             * Format: int64
             * @description Number of matching requests on all pages
             */
            total: number;
        };
        /** @description Combined totals of the groups that are not listed. */
        OtherGroups: {
            /** Format: int64 */
            count: number;
            figures: components["schemas"]["Figures"];
            shares: components["schemas"]["Shares"];
        };
        /** @description Request to merge contacts. */
        OwnerMerge: {
            /**
             * @description All contacts of the merge, including the one that remains.
             * @example [
             *       "0190a0b1-0000-7000-8000-000000000001",
             *       "0190a0b1-0000-7000-8000-000000000002"
             *     ]
             */
            firmOwnersIds: string[];
            ownerData: components["schemas"]["MergeTarget"];
        };
        /** @description Contacts to merge, 2 to 5. */
        OwnerSelection: {
            /**
             * @example [
             *       "0190a0b1-0000-7000-8000-000000000001",
             *       "0190a0b1-0000-7000-8000-000000000002"
             *     ]
             */
            firmOwnersIds: string[];
        };
        /** @description Request to undo a merge. */
        OwnerUnmerge: {
            ownerData: components["schemas"]["UnmergeTarget"];
            /**
             * @description Contracts that were linked to the remaining contact after the merge and move to the restored one.
             * @example [
             *       "0190a0b1-0000-7000-8000-000000000041"
             *     ]
             */
            policyOwnerIds?: string[];
        };
        /** @enum {string} */
        PageSize: "Letter" | "A4";
        /** @description Who marked a pair as not duplicates, and when. */
        PairDismissal: {
            /** Format: date-time */
            at: string;
            by: string;
        };
        /** @description Marks pairs as not duplicates until one of their contacts changes, or lists them for review again. */
        PairReview: {
            isDismissed: boolean;
            /** @description 1 to 100 pairs. */
            uuids: string[];
        };
        /** @description One contact of a pair. */
        PairedContact: {
            /** Format: int64 */
            annuityCount: number;
            /** @description Email, phone or city, to tell contacts with the same name apart. */
            detail: string | null;
            name: string;
            /** Format: int64 */
            policyCount: number;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A partner whose sites embed widgets. */
        Partner: {
            /** @description Value of the `partner` attribute of widgets */
            embedId: string;
            /** @description Whether the partner's keys and widgets work */
            isActive: boolean;
            /** @description Valid keys, oldest first */
            keys: components["schemas"]["PartnerKey"][];
            name: string;
            /** @description Origins of the pages that can embed widgets, such as `https://www.example.com` */
            origins: string[];
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description Request to add or change a partner. */
        PartnerInput: {
            isActive: boolean;
            /** @description Up to 80 characters */
            name: string;
            /** @description 1 to 20 origins. `http` is allowed for localhost only. */
            origins: string[];
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new partner
             */
            version?: number | null;
        };
        /** @description A valid key of a partner's backend. The key itself is not stored. */
        PartnerKey: {
            /** Format: date-time */
            createdAt: string;
            /** @description The last four characters of the key */
            ending: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A contact that is party to a contract. */
        Party: {
            /** @description The user can open the contact. */
            canOpen: boolean;
            kind: components["schemas"]["ContactKind"];
            /** @description `Whitfield, Dana` */
            name: string;
            /** @description Source of the link: code of a `RecordSource`. */
            origin: string;
            /** @description `PartyRole` code. */
            role: string;
            /** @description Label of the role, including the agent or insured type. */
            roleLabel: string;
            sharePercent: string | null;
            /**
             * Format: int32
             * @description `agentTypeId`, `ownerTypeId` or the insured's `typeId`. 0 for other roles.
             */
            typeId: number;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A contact to attach to a new contract. */
        PartyDraft: {
            kind: components["schemas"]["ContactKind"];
            /**
             * Format: int32
             * @description `agentTypeId`, `ownerTypeId` or the insured's `typeId`.
             */
            typeId: number;
            /** Format: uuid */
            uuid: string;
        };
        /**
         * @description A set of party roles.
         * @enum {string}
         */
        PartySet: "agents" | "otherAdvisors" | "owners" | "beneficiaries";
        /** @description Contracts that a contact is party to in a set of roles, or that have the same beneficiary. */
        PartySlice: {
            contactType: components["schemas"]["ContactKind"] | null;
            set: components["schemas"]["PartySet"];
            /**
             * Format: uuid
             * @description The contact. For beneficiaries, any entry of the same person or organization. Null for contracts without anyone
             *     in the set.
             */
            uuid: string | null;
        };
        /** @description A completed or running send of a schedule. */
        PastSend: {
            /** Format: int64 */
            failedCount: number;
            /** @description Note about a late send. */
            note: string | null;
            /** Format: uuid */
            scheduleId: string;
            scheduleName: string;
            /** Format: date */
            sendDate: string;
            /** Format: int64 */
            sentCount: number;
            /** Format: int64 */
            skippedCount: number;
            /** Format: date-time */
            startedAt: string;
            /** Format: int64 */
            waitingCount: number;
        };
        /** @description A document that is not generated yet. */
        PendingVersion: {
            /**
             * Format: uuid
             * @description The document gets this id
             */
            documentId: string;
            /** @description Why it failed. Null while it is being generated */
            error: string | null;
            /** Format: date-time */
            requestedAt: string;
        };
        /** @description Permissions of a user in the current firm. Denied by default. */
        Permissions: {
            /** @description Access by feature name. */
            features: components["schemas"]["Features"];
            scope: components["schemas"]["ScopeKind"];
        };
        /**
         * @description Personal data of an agent, an owner or an insured. Fields that do not apply to the contact type must be
         *     empty.
         */
        Person: {
            /**
             * @default {
             *       "city": null,
             *       "country": null,
             *       "line1": null,
             *       "line2": null,
             *       "postalCode": null,
             *       "state": null
             *     }
             */
            address?: components["schemas"]["Address"];
            /**
             * @description Agents only: the agency's code for the agent.
             * @default null
             */
            agencyCode?: string | null;
            /**
             * Format: date
             * @description Date of birth.
             * @default null
             */
            dob?: string | null;
            /** @default null */
            email?: string | null;
            /**
             * @description Identifier in the firm's own system.
             * @default null
             */
            externalId?: string | null;
            /** @default null */
            firstName?: string | null;
            /** @default null */
            lastName?: string | null;
            /** @default null */
            middleName?: string | null;
            /** @default null */
            mobilePhone?: string | null;
            /** @default null */
            notes?: string | null;
            /**
             * @description Agents only: National Producer Number.
             * @default null
             */
            npn?: string | null;
            /**
             * @description Name of a company, a trust or an estate. Excludes first and last name.
             * @default null
             */
            organizationName?: string | null;
            /**
             * Format: int32
             * @description Owners only: 1 Individual, 2 Trust, 3 Corporate, 4 Partnership, 5 Estate, 6 Charity.
             * @default null
             */
            ownerType?: number | null;
            /**
             * @description Stored as E.164, with an extension as `x12`.
             * @default null
             */
            phone?: string | null;
            /**
             * @description `F`, `M` or `X`.
             * @default null
             */
            sex?: string | null;
            /** @default null */
            suffix?: string | null;
            /**
             * @description SSN, ITIN or EIN. In requests, null keeps the stored number and an empty string removes it. Always
             *     null in responses.
             * @default null
             */
            taxId?: string | null;
            /** @default null */
            title?: string | null;
            /**
             * Format: date
             * @description Owners of type Trust only.
             * @default null
             */
            trustDate?: string | null;
        };
        /** @description A change that staff made for all firms. */
        PlatformChange: {
            /** @description Name of the template or text */
            about: string;
            /** @description What was done, such as `Changed the template` */
            action: string;
            /** Format: date-time */
            at: string;
            /** @description Name of the staff member */
            changedBy: string;
            /** Format: int64 */
            id: number;
        };
        /** @description A life policy in requests and responses. Amounts are US dollars. */
        Policy: {
            /**
             * @description Computed from the mode and the modal premium if missing.
             * @default null
             */
            annualizedPremium?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            carrierUuid?: string | null;
            /**
             * Format: date
             * @description Last day to convert a term policy.
             * @default null
             */
            conversionExpiryDate?: string | null;
            /** @default null */
            creditingRate?: string | null;
            /**
             * @description Amount payable at death today: face amount and additions, less the loan.
             * @default null
             */
            deathBenefit?: string | null;
            /**
             * @description `Level`, `Increasing`, or the wording of the source.
             * @default null
             */
            deathBenefitOption?: string | null;
            /** @default null */
            dividendOption?: string | null;
            /** @default null */
            faceAmount?: string | null;
            /**
             * Format: date
             * @default null
             */
            gracePeriodEndDate?: string | null;
            /** @default null */
            isTobacco?: boolean | null;
            /**
             * Format: int32
             * @description Insured's age at issue, 0 to 130.
             * @default null
             */
            issueAge?: number | null;
            /**
             * Format: date
             * @default null
             */
            issueDate?: string | null;
            /**
             * @description USPS code.
             * @default null
             */
            issueState?: string | null;
            /**
             * Format: int32
             * @description 0 to 130.
             * @default null
             */
            lapseAge?: number | null;
            /** @default null */
            lastPremiumAmount?: string | null;
            /**
             * Format: date
             * @default null
             */
            lastPremiumDate?: string | null;
            /**
             * Format: date
             * @description End of the level premium period. Annual renewable term starts after it.
             * @default null
             */
            levelPeriodEndDate?: string | null;
            /** @default null */
            loanBalance?: string | null;
            /**
             * @description Percent per year, like every rate.
             * @default null
             */
            loanRate?: string | null;
            /**
             * Format: date
             * @default null
             */
            maturityDate?: string | null;
            /**
             * @description Premium per payment, at the frequency of the premium mode.
             * @default null
             */
            modalPremium?: string | null;
            /**
             * Format: date
             * @default null
             */
            nextPremiumDate?: string | null;
            /**
             * Format: date
             * @description Date of the next request for values.
             * @default null
             */
            nextRequestDate?: string | null;
            /**
             * Format: date
             * @default null
             */
            paidToDate?: string | null;
            /** @default null */
            paymentMethod?: string | null;
            /** @default null */
            policyCashValue?: string | null;
            /**
             * @description PolicyGuard monitors the policy against its guidelines.
             * @default false
             */
            policyGuard?: boolean;
            /**
             * @description 1 to 30 characters. Unique in the firm for each carrier, ignoring spaces, dashes and case.
             * @default
             */
            policyNumber?: string;
            /**
             * @description Cash value less surrender charges and loan.
             * @default null
             */
            policySurrenderValue?: string | null;
            /**
             * @description `PremiumMode` code.
             * @default null
             */
            premiumMode?: string | null;
            /** @default null */
            productName?: string | null;
            /**
             * @description `ProductType` code for a life policy.
             * @default
             */
            productType?: string;
            /**
             * Format: date
             * @default null
             */
            projectedLapseDate?: string | null;
            /** @default null */
            riskClass?: string | null;
            /**
             * @description `PolicyStatus` code.
             * @default
             */
            status?: string;
            /**
             * Format: date
             * @description Effective date of the status. Defaults to today if the status changes without a new date.
             * @default null
             */
            statusDate?: string | null;
            /**
             * Format: date
             * @description As-of date of the values. Defaults to today if values change without a new date.
             * @default null
             */
            valuesAsOf?: string | null;
        };
        /** @description Gifts of a policy by date, and the trusts that can receive one. */
        PolicyGifts: {
            gifts: components["schemas"]["PremiumGift"][];
            next: components["schemas"]["GiftPlan"] | null;
            trusts: components["schemas"]["Trust"][];
            /** @description Sentences about gifts above the limits of the gift tax */
            warnings: string[];
        };
        /** @description A user's preferences, with defaults for kinds that the user has not set. */
        Preferences: {
            digest: components["schemas"]["DigestPlan"];
            /** @description One entry for each configurable kind, most urgent first. */
            kinds: components["schemas"]["KindPreference"][];
        };
        /** @description A gift in responses. */
        PremiumGift: {
            amount: string;
            /** Format: date */
            giftDate: string;
            /** Format: date */
            letterDate: string;
            /** Format: date */
            lettersSentOn: string | null;
            /** Format: date */
            premiumDue: string;
            /** Format: date */
            premiumPaidOn: string | null;
            /** Format: date */
            receivedOn: string | null;
            /** @description `GiftState` code. */
            state: string;
            stateLabel: string;
            trustName: string;
            /** Format: uuid */
            trustUuid: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
            /**
             * Format: date
             * @description Last day of the withdrawal window.
             */
            windowEnds: string;
        };
        /** @description Preview of an import under a mapping. */
        Preview: {
            /** @description Counts for the whole file. */
            counts: components["schemas"]["Counts"];
            groups: components["schemas"]["FaultGroup"][];
            limit: components["schemas"]["PreviewLimit"];
            mapping: components["schemas"]["Mapping"];
            questions: components["schemas"]["Question"][];
            reviews: components["schemas"]["ReviewGroup"][];
            rows: components["schemas"]["PreviewRow"][];
        };
        /** @description The contract of a previewed row. */
        PreviewContract: {
            /** @description Number of the stored contract. */
            number: string | null;
            /**
             * Format: uuid
             * @description The stored contract that the row matches by number and carrier.
             */
            uuid: string | null;
            /** @description Values by the code of their field, as displayed. */
            values: {
                [key: string]: string;
            };
        };
        /** @description Number of notifications of one kind. */
        PreviewCount: {
            /** Format: int64 */
            count: number;
            /** Format: int32 */
            notificationType: number;
        };
        /** @description A notification that the rules produce. */
        PreviewItem: {
            applicationUrl: string;
            displayName: string;
            /** Format: int32 */
            notificationType: number;
            /** @description Names of the first 20 recipients, sorted. */
            recipientNames: string[];
            /**
             * Format: int64
             * @description Number of recipients.
             */
            recipients: number;
            /**
             * Format: date
             * @description The date on which the notification is sent.
             */
            told: string;
        };
        /** @description Range of previewed rows. */
        PreviewLimit: {
            /**
             * Format: int32
             * @description Index from 0.
             */
            offset: number;
            /** Format: int32 */
            rowCount: number;
        };
        /** @description A period from one day to another, both included, and the notifications of it to list. */
        PreviewQuestion: {
            /** Format: date */
            from: string;
            /**
             * Format: int32
             * @description Lists only notifications of this type.
             */
            notificationType?: number | null;
            /**
             * Format: int32
             * @description Number of notifications to skip.
             */
            offset?: number;
            /** Format: date */
            to: string;
        };
        /** @description Request for a preview. */
        PreviewRequest: {
            /** @description Keeps the outcomes of the last preview if it had the same mapping. Otherwise all rows are matched again. */
            isPage?: boolean;
            limit?: components["schemas"]["PreviewLimit"];
            mapping: components["schemas"]["Mapping"];
            outcome?: components["schemas"]["RowOutcome"] | null;
            reading?: components["schemas"]["Reading"] | null;
        };
        /** @description A previewed row. */
        PreviewRow: {
            /** @description What an update changes. */
            changes: components["schemas"]["RowChange"][];
            contactName: string | null;
            /**
             * Format: uuid
             * @description The existing contact that the row matches.
             */
            contactUuid: string | null;
            contract: components["schemas"]["PreviewContract"] | null;
            /** @description Custom fields by name. */
            custom: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description The earlier row that is for the same contact.
             */
            earlierRow: number | null;
            faults: components["schemas"]["RowFault"][];
            matchKey: components["schemas"]["MatchKey"] | null;
            outcome: components["schemas"]["RowOutcome"];
            /** @description Without the tax ID. */
            person: components["schemas"]["Person"];
            possibleDuplicate: components["schemas"]["DuplicateMatch"] | null;
            review: components["schemas"]["ReviewReason"] | null;
            /**
             * Format: int32
             * @description Row number as in a spreadsheet.
             */
            row: number;
            /** @description `***-**-1234` */
            taxIdMasked: string | null;
        };
        /** @description Body of every error response. */
        Problem: {
            /** @description Stable snake-case code. */
            code: string;
            /** @description The current record with code `version_conflict`, or the current preview with code `counts_changed`. */
            current?: unknown;
            /** @description Validation errors by field. Empty for other kinds of errors. */
            errors: components["schemas"]["FieldProblem"][];
            /** @description One sentence for the user. */
            message: string;
            /** @description Identifier to quote to support. */
            traceId: string;
        };
        /** @description Name, time zone, theme and density. */
        ProfileInput: {
            density: components["schemas"]["Density"];
            firstName: string;
            lastName: string;
            theme: components["schemas"]["Theme"];
            /** @description IANA name, for example `America/New_York`. */
            timeZone: string;
        };
        /** @description Number of processed rows. */
        Progress: {
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            total: number;
        };
        /** @description Request to set or remove the proof of a letter. */
        ProofInput: {
            /**
             * Format: uuid
             * @description A document of the trust. Null removes the proof
             */
            documentId?: string | null;
            /**
             * Format: int32
             * @description Version of the letter that the page loaded
             */
            version: number;
        };
        /** @description The doctor, hospital or laboratory that has the records. */
        Provider: {
            /**
             * @default {
             *       "city": null,
             *       "country": null,
             *       "line1": null,
             *       "line2": null,
             *       "postalCode": null,
             *       "state": null
             *     }
             */
            address?: components["schemas"]["Address"];
            /** @default null */
            fax?: string | null;
            /** @default  */
            name?: string;
            /** @default null */
            phone?: string | null;
        };
        /** @description A question about a column or file, with the answer if the user gave one or the data is unambiguous. */
        Question: {
            /** @description Code of the current choice, given by the user or detected. */
            answer: string | null;
            choices: components["schemas"]["QuestionChoice"][];
            /**
             * Format: int32
             * @description Null for a question about the file.
             */
            column: number | null;
            /** @description Referenced by [`Answer::question`]. */
            id: string;
            /** @description The import cannot be submitted while a question is open. */
            isOpen: boolean;
            kind: components["schemas"]["QuestionKind"];
            /** @description Values from the file. */
            samples: string[];
            /** @description One sentence. */
            text: string;
        };
        /** @description A possible answer. */
        QuestionChoice: {
            code: string;
            label: string;
            /**
             * Format: int32
             * @description Number of values that fit this answer.
             */
            rows: number;
        };
        /**
         * @description Subject of a question.
         * @enum {string}
         */
        QuestionKind: "dateOrder" | "century" | "epoch" | "ownerType";
        /** @description Search results, best match first in each group. Groups that the user cannot read are empty. */
        QuickFindings: {
            annuities: components["schemas"]["FoundContract"][];
            people: components["schemas"]["FoundPerson"][];
            policies: components["schemas"]["FoundContract"][];
        };
        /** @description The settings with which a file is read. */
        Reading: {
            /** @description Column names: the header text, or `Column C` if it is empty. Rows may have more cells. */
            columns: string[];
            /** @description Null for workbooks and for text with a single column. */
            delimiter?: string | null;
            /** @description One of [`ENCODINGS`]. Null for workbooks. */
            encoding?: string | null;
            format: components["schemas"]["Format"];
            /**
             * Format: int32
             * @description Index of the header row from 0. Null if the file has no header.
             */
            headerRow?: number | null;
            /** @description Null if quotes are ordinary text. */
            quote?: string | null;
            /** @description The selected sheet of a workbook. */
            sheet?: string | null;
            /** @description All sheets that can be selected. */
            sheets: string[];
        };
        /** @description A setting chosen by the user. All other settings are detected. */
        ReadingChoice: {
            /** @enum {string} */
            kind: "encoding";
            value: string;
        } | {
            /** @enum {string} */
            kind: "delimiter";
            value: string | null;
        } | {
            /** @enum {string} */
            kind: "quote";
            value: string | null;
        } | {
            /** @enum {string} */
            kind: "sheet";
            value: string;
        } | {
            /** @enum {string} */
            kind: "headerRow";
            /**
             * Format: int32
             * @description Index from 0.
             */
            value: number | null;
        };
        /** @description The user's settings for reading a file. All other settings are detected. */
        ReadingRequest: {
            /** @default [] */
            choices?: components["schemas"]["ReadingChoice"][];
        };
        /** @description A condition that a contact meets, and the matching value. */
        Reason: {
            /** @description The condition as written in the rule. */
            condition: components["schemas"]["FilterCondition"];
            value: string | number | boolean | null;
        };
        Recommendation: {
            /**
             * @description An annuity of the owner, or `none`
             * @default
             */
            annuityUuid?: string;
            /**
             * @description Why the recommendation is in the consumer's interest
             * @default
             */
            basis?: string;
            /**
             * @description `YYYY-MM-DD`
             * @default
             */
            date?: string;
            /** @default [] */
            optionsConsidered?: string[];
            /**
             * @description Name of the producer
             * @default
             */
            producer?: string;
        };
        /** @description A repair that applies to all rows with this fault in this field. */
        Repair: {
            /** @description Code of the fault. */
            code: string;
            /** @description Field path, for example `person.email` or `custom.Tier`. */
            field: string;
            kind: components["schemas"]["RepairKind"];
        };
        /**
         * @description What a repair does to an invalid value.
         * @enum {string}
         */
        RepairKind: "padZip" | "keepDigits" | "cut" | "takeAsOrganization" | "moveToNotes" | "clear" | "takeOlder" | "skipRows";
        /** @description Whether the annuity replaces a contract, and what the consumer gives up. The details are empty unless it does. */
        Replacement: {
            /** @default null */
            benefitsOutweigh?: boolean | null;
            /** @default null */
            isReplacement?: boolean | null;
            /** @default  */
            lostBenefits?: string;
            /** @default  */
            newFees?: string;
            /**
             * @description Whether the consumer exchanged or replaced another annuity in the 60 months before
             * @default null
             */
            otherExchangeWithin60Months?: boolean | null;
            /**
             * Format: uuid
             * @description The replaced contract, if it is one of the owner's
             * @default null
             */
            replacedUuid?: string | null;
            /** @default  */
            surrenderCharge?: string;
        };
        /** @description A saved report, as shown to one viewer. */
        Report: {
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            /** @description Whether the viewer gets changes in the digest. */
            isDigest: boolean;
            /** @description Whether the viewer owns the report. */
            isOwner: boolean;
            /** @description Whether the owner is still an active user of the firm. */
            isOwnerActive: boolean;
            /** @description Whether the viewer is subscribed. */
            isSubscribed: boolean;
            /** @description Whether the data may have changed since `totalsAsOf`, or no totals exist yet. */
            isTotalStale: boolean;
            /** Format: date-time */
            lastOpenedAt: string | null;
            name: string;
            ownerKey: string;
            ownerName: string | null;
            problem: components["schemas"]["FieldProblem"] | null;
            query: components["schemas"]["ReportQuery"];
            /**
             * Format: int32
             * @description 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
             */
            reportType: number;
            /**
             * Format: int64
             * @description Number of users with access, besides the owner.
             */
            sharedCount: number;
            /** Format: int64 */
            subscriptionCount: number;
            /** @description The latest totals of the rows visible to the viewer. */
            totals: components["schemas"]["ReportTotals"];
            /** Format: date-time */
            totalsAsOf: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Increases with each change. Send it back when you change the report.
             */
            version: number;
        };
        /** @description All users a report can be shared with. */
        ReportAccess: {
            data: components["schemas"]["ReportReader"][];
        };
        /** @description Replaces the list of users a report is shared with. */
        ReportAccessInput: {
            /** @description Outside advisors who can open records. Those not listed see only the rows and columns of the report. */
            grants?: components["schemas"]["ReportGrant"][];
            userKeys: string[];
        };
        /** @description Changes to a report since the subscriber was last notified. */
        ReportChanges: {
            /** @description Up to 50 rows each, sorted by name. */
            came: components["schemas"]["ChangedRow"][];
            /** Format: int64 */
            rowsIn: number;
            /** Format: int64 */
            rowsOut: number;
            /** Format: date-time */
            since: string;
            /** @description The changed totals only. */
            totals: components["schemas"]["TotalChange"][];
            went: components["schemas"]["ChangedRow"][];
        };
        ReportExport: {
            format: components["schemas"]["ExportFormat"];
        };
        /** @description Records and documents that an outside advisor can open through a shared report. */
        ReportGrant: {
            /** @description Allows opening the documents of these records. Requires `opensRecords`. */
            opensDocuments: boolean;
            /** @description Allows opening the records behind the report's rows, with all their fields. */
            opensRecords: boolean;
            /** @description One of `userKeys`. */
            userKey: string;
        };
        /** @description Request to change a report. */
        ReportInput: {
            description?: string | null;
            name: string;
            query?: components["schemas"]["ReportQuery"];
            /**
             * Format: int32
             * @description The version that was loaded.
             */
            version: number;
        };
        /** @description A list query without its row range. */
        ReportQuery: {
            /** @default {} */
            customLabels?: {
                [key: string]: string;
            };
            /**
             * @description As in [`ListQuery::filter`].
             * @default []
             */
            filter?: components["schemas"]["FilterItem"][];
            /** @default null */
            searchText?: string | null;
            /** @default [] */
            selectColumns?: string[];
            /** @default [] */
            sort?: components["schemas"]["Sort"][];
        };
        /** @description A user of the firm and their access to a report. */
        ReportReader: {
            hasAccess: boolean;
            /** @description Whether the user is an outside advisor, whose access to records and documents depends on the share. */
            isOutsideAdvisor: boolean;
            isSubscribed: boolean;
            name: string;
            /** @description Whether the user can also open the documents of these records. */
            opensDocuments: boolean;
            /** @description Whether the user can open the records behind the report's rows because of the share. */
            opensRecords: boolean;
            userKey: string;
            /** @description Label of the user's role. */
            userType: string;
        };
        /** @description The summaries of a report that the viewer generated. */
        ReportSummary: {
            displayName: string;
            /** @description Newest first */
            documents: components["schemas"]["StoredDeliverable"][];
            /** @description Whether the report lists contracts, which can be grouped */
            hasContracts: boolean;
            /**
             * Format: int64
             * @description Maximum number of rows in one document
             */
            maxRows: number;
            /** @description Newest first */
            pending: components["schemas"]["PendingVersion"][];
        };
        /**
         * @description Totals of a report. Money is exact decimal text. A total is null if it was not computed or does not apply
         *     to the report type.
         */
        ReportTotals: {
            /** @default null */
            annualizedPremium: string | null;
            /** @default null */
            annuityCashValue: string | null;
            /**
             * Format: int64
             * @default null
             */
            annuityCount: number | null;
            /** @default null */
            annuitySurrenderValue: string | null;
            /** @default null */
            contractValue: string | null;
            /** @default null */
            deathBenefit: string | null;
            /** @default null */
            policyCashValue: string | null;
            /**
             * Format: int64
             * @default null
             */
            policyCount: number | null;
            /** @default null */
            policySurrenderValue: string | null;
            /** @default null */
            premiumsPaid: string | null;
        };
        /** @description Response of `POST report/{uuid}/totals`. */
        ReportTotalsAnswer: {
            /** @description True only if the data changed during the computation. */
            isTotalStale: boolean;
            /** @description Whether the owner's totals differ because the owner sees other rows. */
            ownerTotalsDiffer: boolean;
            totals: components["schemas"]["ReportTotals"];
            /** Format: date-time */
            totalsAsOf: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description Reports of one type, sorted by name. */
        Reports: {
            data: components["schemas"]["Report"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A contact that undoing a merge would restore. */
        RestoredContact: {
            /**
             * Format: int64
             * @description Number of contracts that it gets back.
             */
            contracts: number;
            name: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description Request to retire a template, or to offer it again. */
        RetirementInput: {
            isRetired: boolean;
            /**
             * Format: int32
             * @description The version last read
             */
            version: number;
        };
        /** @description A tax ID in full. */
        RevealedTaxId: {
            /** @description `123-45-6789` or `12-3456789` */
            taxId: string;
        };
        /**
         * @description What the user decided.
         * @enum {string}
         */
        ReviewChoice: "same" | "different";
        /** @description The rows with a review reason. */
        ReviewGroup: {
            /** @description One sentence. */
            message: string;
            /**
             * Format: int32
             * @description Rows without a decision, which are not imported.
             */
            open: number;
            reason: components["schemas"]["ReviewReason"];
            /** Format: int32 */
            rows: number;
        };
        /**
         * @description Why the user decides about a row.
         * @enum {string}
         */
        ReviewReason: "probableMatch" | "probableInFile" | "identityChange";
        /** @description A text of blocks. */
        RichText: {
            content: components["schemas"]["Block"][];
            /** @enum {string} */
            type: "doc";
        };
        /** @description A rider of a contract. */
        Rider: {
            /** @default null */
            activated?: boolean | null;
            /**
             * @description Amount of the benefit, such as the coverage of a child.
             * @default null
             */
            amount?: string | null;
            /**
             * @description Cost per year, if it is not a part of the premium.
             * @default null
             */
            annualCost?: string | null;
            /** @default null */
            benefitBase?: string | null;
            /** @default null */
            rollUpRate?: string | null;
            /**
             * @description `RiderType` code.
             * @default
             */
            type?: string;
            /**
             * @description Last day of the rider, `YYYY-MM-DD`.
             * @default null
             */
            until?: string | null;
            /** @default null */
            withdrawalPercent?: string | null;
        };
        /** @description A value before and after an update. */
        RowChange: {
            after: string | null;
            /** @description As displayed. Tax IDs are masked. Null if the field is empty. */
            before: string | null;
            /** @description Field path, for example `person.email` or `custom.Tier`. */
            field: string;
            /** @description Display name of the field. */
            label: string;
        };
        /** @description A validation error or warning of a value. */
        RowFault: {
            /** @description Stable snake-case code. */
            code: string;
            /**
             * Format: int32
             * @description Source column of the value. Null if no column is mapped to the field.
             */
            column: number | null;
            /** @description Field path, for example `person.email` or `custom.Tier`. Empty if the fault applies to the whole row. */
            field: string;
            /** @description One sentence. */
            message: string;
            /** @description Whether the row can be imported despite the fault. */
            warning: boolean;
        };
        /**
         * @description What an import does with a row.
         * @enum {string}
         */
        RowOutcome: "new" | "update" | "unchanged" | "duplicateInFile" | "duplicateInFirm" | "error" | "review" | "skipped";
        /** @description Settings of a firm for the notification rules. */
        RuleSettings: {
            /**
             * Format: int32
             * @description Days before the due date to send a premium reminder, from 1 to 90.
             */
            premiumReminderDays: number;
        };
        /** @description Notifications for a past or future period, based on the current data. */
        RulesPreview: {
            /** @description A page of up to 500, by date. */
            items: components["schemas"]["PreviewItem"][];
            /**
             * @description Number of notifications of each type in the period, in order of the type's number. Includes types that are not
             *     listed.
             */
            kinds: components["schemas"]["PreviewCount"][];
            /**
             * Format: int64
             * @description Number of notifications on all pages.
             */
            total: number;
        };
        /** @description A named filter, search and sort with its columns. */
        SavedView: {
            columns: components["schemas"]["TableColumn"][];
            /** @description As in [`ListQuery::filter`]. */
            filter?: components["schemas"]["FilterItem"][];
            /** @description 1 to 80 characters. Unique in the list, ignoring case and accents. */
            name: string;
            searchText?: string;
            sort?: components["schemas"]["Sort"][];
        };
        /** @description Request to add or change a schedule of a cohort. */
        ScheduleInput: {
            /**
             * Format: uuid
             * @description Repeats the cohort of the path.
             */
            cohortUuid?: string | null;
            /**
             * Format: int32
             * @description The book of business to attach: 1 for agents, 2 for owners. Null attaches lists of contracts.
             */
            deliverableType?: number | null;
            /**
             * Format: int32
             * @description Repeats the viewer's firm.
             */
            firmId?: number | null;
            /**
             * @description User input such as `12/31/2026` or `2026-12-31`. Later sends fall on the same day of the month, or on
             *     the last day of a shorter month.
             */
            firstSendDate: string;
            frequency: components["schemas"]["Frequency"];
            /**
             * Format: int32
             * @description 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent
             */
            groupBy?: number | null;
            /** @description Whether emails list annuities in addition to policies. */
            includeAnnuities?: boolean;
            /** @description 1 to 5,000 characters, line breaks included, with merge fields. */
            message: string;
            /** @description 1 to 80 characters. */
            name: string;
            /**
             * Format: uuid
             * @description The schedule to change. `None` adds one.
             */
            scheduleId?: string | null;
            sendTo: components["schemas"]["SendTo"];
            status?: components["schemas"]["ScheduleStatus"];
            /** @description 1 to 150 characters, with merge fields such as `{{contact.firstName}}`. */
            subject: string;
            /**
             * Format: uuid
             * @description Template of the book.
             */
            templateUuid?: string | null;
            /** @description Local time in `timeZone`, such as `09:00`. */
            time: string;
            /** @description IANA time zone name. */
            timeZone: string;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. `None` for a new schedule.
             */
            version?: number | null;
        };
        /** @enum {string} */
        ScheduleStatus: "Active" | "Paused" | "Ended";
        /**
         * @description Row scope: the rows that a user can see, independent of features.
         * @enum {string}
         */
        ScopeKind: "All" | "Block" | "Supported" | "Shared";
        /**
         * @description A part of a document after its cover page.
         * @enum {string}
         */
        Section: "summary" | "contracts" | "recommendation" | "disclosure";
        /** @description A send with its text and deliveries. */
        SendDetails: {
            deliveries: components["schemas"]["Delivery"][];
            message: string;
            send: components["schemas"]["PastSend"];
            subject: string;
        };
        /** @description Request to create the next letter of a request: the request itself or a follow-up. */
        SendInput: {
            /** @description Whether the event that ends the authorization has not happened. Required if it has no expiration date */
            confirmsEvent?: boolean;
            /** @description `LetterMethod` code */
            method: string;
            /**
             * Format: int32
             * @description Version of the request that the page loaded
             */
            version: number;
        };
        /**
         * @description Recipient of the emails.
         * @enum {string}
         */
        SendTo: "Contact" | "ServicingAgent" | "Me";
        /** @description A report shared with an outside advisor. Outside advisors see it as a list, because they have no report pages. */
        SharedReport: {
            /** @description Keys of the report's columns, in order. */
            columns: string[];
            /** @description Names of the columns that its owner renamed, by key. */
            customLabels: {
                [key: string]: string;
            };
            list: components["schemas"]["ListName"];
            name: string;
            /** @description Full name of the user who shared it. */
            ownerName: string;
            /** @description The order of its rows. Leaves out columns that the report does not show. */
            sort: components["schemas"]["Sort"][];
            /** Format: uuid */
            uuid: string;
        };
        /** @description The reports that are shared with an outside advisor, by name. */
        SharedReports: {
            data: components["schemas"]["SharedReport"][];
        };
        /** @description A view that is shared with the firm. */
        SharedView: {
            /** @description The viewer shared the view or is an account administrator. */
            canDelete: boolean;
            /** @description The viewer shared the view, and can replace it. */
            isOwn: boolean;
            /** @description Name of the user who shared the view. */
            sharedBy: string;
            /** Format: uuid */
            uuid: string;
            view: components["schemas"]["SavedView"];
        };
        /** @description Percentages of the overall totals, with one decimal place. Null if the overall total is zero. */
        Shares: {
            annualizedPremium: string | null;
            deathBenefit: string | null;
            policyCashValue: string | null;
            policyCount: string | null;
            premiumDue: string | null;
        };
        /** @description A reason of a pair, with its text. */
        ShownReason: {
            /** @description `Last name sounds alike` */
            label: string;
            reason: components["schemas"]["DuplicateReason"];
        };
        /** @description The signatures of a form. */
        Signature: {
            consumer: string;
            /** Format: date */
            consumerSignedOn: string;
            /**
             * Format: uuid
             * @description The signed paper
             */
            documentId: string | null;
            producer: string;
            /** Format: date */
            producerSignedOn: string;
        };
        /** @description Who signed a form and when, as typed. */
        SignatureInput: {
            /**
             * @description Name of the consumer, or of the person who signs for the consumer
             * @default
             */
            consumer?: string;
            /** @default  */
            consumerSignedOn?: string;
            /**
             * Format: uuid
             * @description The signed paper, a document of the owner
             * @default null
             */
            documentId?: string | null;
            /**
             * @description Name of the producer
             * @default
             */
            producer?: string;
            /** @default  */
            producerSignedOn?: string;
            /**
             * Format: int32
             * @description Version of the form that was read
             * @default 0
             */
            version?: number;
        };
        /** @description Request to hide a row from the viewer's queue until a day. */
        SnoozeInput: {
            /**
             * Format: date
             * @description Due date of the row. When it changes, the row is shown again.
             */
            day?: string | null;
            /**
             * Format: date
             * @description The first day on which the row is shown again.
             */
            until: string;
        };
        Sort: {
            column: string;
            direction: components["schemas"]["SortDirection"];
        };
        /** @enum {string} */
        SortDirection: "asc" | "desc";
        /** @description Totals of the policies with statuses of one standing. */
        StandingTotals: {
            figures: components["schemas"]["Figures"];
            /** @description Filter that selects these policies in the policy list. */
            filter: components["schemas"]["FilterItem"][];
            label: string;
            /** @description `Standing` code. */
            standing: string;
        };
        /** @description Request to change the status of a contract. */
        StatusChange: {
            /**
             * Format: date
             * @description Life policies in their grace period only: last day of coverage.
             */
            gracePeriodEndDate?: string | null;
            /** @description `PolicyStatus` code. */
            status: string;
            /**
             * Format: date
             * @description Effective date of the status.
             */
            statusDate?: string | null;
            /**
             * Format: int32
             * @description Version of the record that the form loaded.
             */
            version: number;
        };
        /** @description Storage used by a firm's documents, and its limit. Deleted documents do not count. */
        Storage: {
            /** Format: int64 */
            limitBytes: number;
            /** Format: int64 */
            usedBytes: number;
        };
        /** @description A stored document that was generated from a template. */
        StoredDeliverable: {
            /** Format: uuid */
            documentId: string;
            name: string;
            /** Format: int64 */
            sizeBytes: number;
            /** Format: date-time */
            storeDate: string;
            /** @description Name of the user who generated it */
            storedBy: string | null;
            templateName: string | null;
        };
        /** @description Request to start an import. It fails if the counts no longer match the preview. */
        SubmitRequest: {
            counts: components["schemas"]["Counts"];
        };
        /** @description Request body of `PUT report/{uuid}/subscription`. */
        SubscriptionInput: {
            /** @description Sends changes in the digest instead of immediately. Applies to the caller and to added users. */
            isDigest: boolean;
            /** @description Other users whom the owner unsubscribes. */
            removedUserKeys?: string[];
            /**
             * @description Including the caller's own key subscribes the caller; omitting it unsubscribes the caller. Only the
             *     owner can add other users, and they need access to the report. Existing subscribers who are not listed
             *     stay subscribed.
             */
            subscribedUserKeys: string[];
        };
        /** @description Request to generate a report summary. */
        SummaryRequest: {
            /**
             * Format: int32
             * @description 3 report summary, 4 report summary by owner
             */
            deliverableType: number;
            /**
             * Format: int32
             * @description 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant, 7 agent. Summaries by owner
             *     are grouped by owner, and those of contacts are not grouped
             * @default 1
             */
            groupBy?: number;
            /** Format: uuid */
            templateUuid: string;
            /**
             * Format: uuid
             * @description The report
             */
            uuid: string;
        };
        /** @description A question to the support of the firm. */
        SupportRequest: {
            /** @description 1 to 5,000 characters, line breaks included. */
            message: string;
            /** @description 1 to 150 characters. */
            subject: string;
        };
        /** @description A cell. Cells cannot be merged. */
        TableCell: {
            content: components["schemas"]["Block"][];
            /** @enum {string} */
            type: "tableHeader";
        } | {
            content: components["schemas"]["Block"][];
            /** @enum {string} */
            type: "tableCell";
        };
        TableColumn: {
            isHidden?: boolean;
            /**
             * @description Stays in view when the table is scrolled sideways, as long as all columns before it are pinned. The first column
             *     is always pinned.
             */
            isPinned?: boolean;
            key: string;
            /** @description Custom label. */
            label?: string | null;
            /**
             * Format: int32
             * @description Width in CSS pixels. `None` selects the default width.
             */
            width?: number | null;
        };
        /** @description Columns and sort order of a table. */
        TableLayout: {
            /** @description As in [`TableState::columns`]. */
            columns: components["schemas"]["TableColumn"][];
            sort?: components["schemas"]["Sort"][];
        };
        TableRow: {
            content: components["schemas"]["TableCell"][];
            /** @enum {string} */
            type: "tableRow";
        };
        /** @description Layout of a table and its saved views. */
        TableState: {
            /** @description Columns in order. Hidden columns are included only to keep their label or width. */
            columns: components["schemas"]["TableColumn"][];
            sort?: components["schemas"]["Sort"][];
            views?: components["schemas"]["SavedView"][];
        };
        /** @description Request to add or change a template. */
        TemplateInput: {
            /** @description Whether it is used unless another one is chosen. The firm's previous default no longer is */
            isDefault: boolean;
            name: string;
            settings: components["schemas"]["TemplateSettings"];
            /**
             * Format: int32
             * @description The version last read. Null for a new template
             */
            version?: number | null;
        };
        /** @description Sections, columns and pages of the documents of a template. */
        TemplateSettings: {
            /** @description Columns of the list of annuities, after the contract number */
            annuityColumns: string[];
            /** @description Text at the bottom of each page, before the date of the values. May be empty */
            footer: string;
            /**
             * Format: int32
             * @description Grouping that is chosen at first: 1 none, 2 carrier, 3 product type, 4 status, 5 owner, 6 insured or annuitant,
             *     7 agent
             */
            groupBy: number;
            /** @description Text at the top of each page. Empty for the name of the firm */
            header: string;
            isLandscape: boolean;
            pageSize: components["schemas"]["PageSize"];
            /** @description Columns of the list of policies, after the policy number */
            policyColumns: string[];
            /** @description The sections after the cover page, in order. Missing ones are left out */
            sections: components["schemas"]["Section"][];
        };
        /** @description An image that texts of the firm can show. */
        TextImage: {
            /** Format: date-time */
            createdAt: string;
            /** @description Name of the user who added it */
            createdBy: string;
            /**
             * Format: int32
             * @description Height in pixels
             */
            height: number;
            /** @description File name */
            name: string;
            /** Format: int32 */
            sizeBytes: number;
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Width in pixels
             */
            width: number;
        };
        /** @description Request to save a text. */
        TextInput: {
            value: components["schemas"]["RichText"];
            /**
             * Format: int32
             * @description The version last read. Null if no text was set at this level
             */
            version?: number | null;
        };
        /**
         * @description Where a text is set. Earlier levels take precedence.
         * @enum {string}
         */
        TextLevel: "contact" | "report" | "template" | "firm" | "global";
        /** @description Request to preview a text. */
        TextPreviewInput: {
            value: components["schemas"]["RichText"];
        };
        /** @enum {string} */
        Theme: "auto" | "light" | "dark";
        /** @description A changed total. */
        TotalChange: {
            after: string | null;
            /** @description Decimal text as in [`ReportTotals`], also for counts. */
            before: string | null;
            /** @description Key of one of the ten totals, for example `deathBenefit`. */
            key: string;
        };
        /** @description Maintained totals of the contracts that a contact is party to. Each contract counts once. */
        Totals: {
            annualizedPremium: string;
            annuityCashValue: string;
            /** Format: int64 */
            annuityCount: number;
            annuitySurrenderValue: string;
            contractValue: string;
            /** @description US dollars as exact decimal text, like every amount in JSON. */
            deathBenefit: string;
            policyCashValue: string;
            /** Format: int64 */
            policyCount: number;
            policySurrenderValue: string;
            premiumsPaid: string;
        };
        /** @description The transactions of a contract with the figures that follow from them. Amounts are US dollars. */
        TransactionHistory: {
            contractYear: components["schemas"]["YearWithdrawals"] | null;
            distributions: components["schemas"]["DistributionSummary"] | null;
            loan: components["schemas"]["LoanSummary"] | null;
            /** @description Sum of all withdrawals, before charges and taxes. */
            totalWithdrawn: string;
            /** @description Newest first. */
            transactions: components["schemas"]["ContractTransaction"][];
            /** @description A sentence for each figure that needs attention. */
            warnings: string[];
        };
        /** @description A transaction as entered in a form. Empty text stands for a missing value. */
        TransactionInput: {
            /**
             * @description Greater than zero
             * @default
             */
            amount?: string;
            /**
             * @description `ContractTransactionKind` code that fits the contract
             * @default
             */
            kind?: string;
            /** @default  */
            note?: string;
            /**
             * @description Part of the amount that the carrier kept. For withdrawals only
             * @default
             */
            surrenderCharge?: string;
            /**
             * @description Part of the amount that was withheld for taxes. For withdrawals only
             * @default
             */
            taxWithheld?: string;
            /**
             * @description On or after the issue date, and not in the future
             * @default
             */
            transactionDate?: string;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new transaction
             * @default null
             */
            version?: number | null;
        };
        /**
         * @description Conversion applied to the values of a column.
         * @enum {string}
         */
        Transform: "asIs" | "splitName" | "splitNameLastFirst" | "splitPlace" | "padZip" | "date" | "money" | "percent";
        /**
         * @description Transports in the order in which a server offers them.
         * @enum {string}
         */
        Transport: "WebSockets" | "ServerSentEvents" | "LongPolling";
        /** @description The book at the end of a month, or today in the current month. Amounts are in US dollars. */
        TrendMonth: {
            annualizedPremium: string;
            deathBenefit: string;
            /** Format: int64 */
            inForce: number;
            /**
             * Format: int64
             * @description Policies issued in the month.
             */
            issued: number;
            /**
             * @description Policies lost in the 12 months to the end of the month, as a percentage of those in force before. Null if there
             *     were none.
             */
            lapseRate: string | null;
            /**
             * Format: int64
             * @description Policies that lapsed or were surrendered or replaced in the month.
             */
            lost: number;
            /**
             * Format: date
             * @description First day of the month.
             */
            month: string;
            /**
             * @description Percentage of policies not lost in their first 13 months, of those that reached this age in the 12 months to the end
             *     of the month. Null if there were none.
             */
            persistency: string | null;
        };
        /** @description Trends of a book. */
        Trends: {
            /** @description The current month and the next 11. */
            ahead: components["schemas"]["AheadMonth"][];
            /**
             * Format: int64
             * @description Policies without an issue date, and ended policies without a status date. They are not counted.
             */
            leftOut: number;
            /** @description Oldest first. The last month is the current one. */
            months: components["schemas"]["TrendMonth"][];
        };
        /** @description A trust that owns the policy. */
        Trust: {
            name: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description The details of a trust as entered in a form. */
        TrustInput: {
            /**
             * @description The state whose law governs the trust: its code or name. May be empty
             * @default
             */
            governingState?: string;
            /** @default  */
            notes?: string;
            /**
             * @description `TrustType` code. Empty if not recorded
             * @default
             */
            trustType?: string;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. 0 if no details were saved before
             * @default 0
             */
            version?: number;
        };
        /** @description The gifts to a trust with their letters. */
        TrustLetters: {
            /** @description Whether Firmbook can send email */
            canEmail: boolean;
            /** @description Gifts of policies that the viewer can open, latest first */
            gifts: components["schemas"]["GiftLetters"][];
        };
        /** @description A grantor, trustee or beneficiary in responses. */
        TrustPerson: {
            /** Format: int32 */
            age: number | null;
            /** Format: date */
            birthDate: string | null;
            contactType: components["schemas"]["ContactKind"] | null;
            /**
             * Format: uuid
             * @description The same person as a contact of the firm
             */
            contactUuid: string | null;
            email: string | null;
            guardian: string | null;
            hasWithdrawalRight: boolean;
            /** @description Whether a trustee takes over from another one */
            isSuccessor: boolean;
            name: string;
            /** @description E.164, with an extension as `x12` */
            phone: string | null;
            /** @description `TrustRole` code */
            role: string;
            /** @description Share of a beneficiary in percent, such as `33.3333` */
            sharePercent: string | null;
            state: string | null;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description A grantor, trustee or beneficiary as entered in a form. Empty text stands for a missing value. */
        TrustPersonInput: {
            /** @default  */
            birthDate?: string;
            /**
             * Format: uuid
             * @description The same person as a contact of the firm
             * @default null
             */
            contactUuid?: string | null;
            /** @default  */
            email?: string;
            /**
             * @description Guardian of a beneficiary. Required if the beneficiary is a minor
             * @default
             */
            guardian?: string;
            /**
             * @description Whether a beneficiary may withdraw gifts
             * @default false
             */
            hasWithdrawalRight?: boolean;
            /**
             * @description Whether a trustee takes over from another one
             * @default false
             */
            isSuccessor?: boolean;
            /** @default  */
            name?: string;
            /** @default  */
            phone?: string;
            /**
             * @description `TrustRole` code
             * @default
             */
            role?: string;
            /**
             * @description Share of a beneficiary in percent, such as `33.3333`
             * @default
             */
            sharePercent?: string;
            /**
             * @description Code or name of a state
             * @default
             */
            state?: string;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new person
             * @default null
             */
            version?: number | null;
        };
        /** @description A policy that a trust owns. */
        TrustPolicy: {
            annualizedPremium: string;
            carrier: string;
            deathBenefit: string;
            insured: string | null;
            /** Format: date */
            paidTo: string | null;
            policyNumber: string;
            /** @description `PolicyStatus` code */
            status: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description A trust, as shown on its page. */
        TrustRecord: {
            /** @description Lines of the address */
            address: string[];
            /** @description Whether Crummey letters are possible */
            canSendLetters: boolean;
            /** @description The state whose law governs the trust */
            governingState: string | null;
            name: string;
            /**
             * Format: date
             * @description Date of the earliest gift that is not received
             */
            nextGiftDate: string | null;
            /**
             * Format: date
             * @description Earliest date of letters that are not sent
             */
            nextLetterDate: string | null;
            /** @description Why letters are impossible. Empty if they are possible */
            noLettersBecause: string;
            notes: string | null;
            /** @description Grantors, trustees and beneficiaries, by role and name */
            people: components["schemas"]["TrustPerson"][];
            /** @description Policies that the trust owns and the viewer can open */
            policies: components["schemas"]["TrustPolicy"][];
            /** @description Masked */
            taxId: string | null;
            /** Format: date */
            trustDate: string | null;
            /** @description `TrustType` code */
            trustType: string | null;
            /**
             * Format: uuid
             * @description Uuid of the contact
             */
            uuid: string;
            /**
             * Format: int32
             * @description 0 if no details were saved
             */
            version: number;
            warnings: string[];
        };
        /** @description What undoing a merge would do. */
        UnmergePreview: {
            /** @description Fields of the target that were changed after the merge. */
            conflicts: components["schemas"]["FieldConflict"][];
            /** @description The contact that holds the merged records now: the target of the merge, or the contact that it was merged into. */
            holder: components["schemas"]["ContactRecord"];
            /** @description Contracts linked to the holder after the merge. The user chooses who keeps them. */
            later: components["schemas"]["LaterContract"][];
            restored: components["schemas"]["RestoredContact"][];
            /**
             * Format: uuid
             * @description The target of the merge. `version` is expected by the request.
             */
            targetUuid: string;
            /** Format: int32 */
            targetVersion: number;
        };
        /**
         * @description The contact that remains when a merge is undone.
         * @example {
         *       "restore": [
         *         "email"
         *       ],
         *       "uuid": "0190a0b1-0000-7000-8000-000000000001",
         *       "version": 5
         *     }
         */
        UnmergeTarget: {
            /** @description Fields in conflict that get their value from before the merge. Other fields in conflict keep their value. */
            restore?: string[];
            /** Format: uuid */
            uuid: string;
            /**
             * Format: int32
             * @description Version of the record that the preview showed.
             */
            version: number;
        };
        /** @description An existing contact or contract that an import changed. */
        UpdatedRecord: {
            displayName: string;
            /**
             * Format: uuid
             * @description Of the contact or contract
             */
            recordUuid: string;
        };
        /** @description An upload in the firm's list. */
        Upload: {
            /** Format: uuid */
            cohortUuid: string | null;
            /**
             * Format: int64
             * @description Number of records that the undo did not fully restore.
             */
            conflictCount: number | null;
            counts: components["schemas"]["Counts"] | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Name of the user. */
            createdBy: string;
            error: components["schemas"]["UploadError"] | null;
            fileName: string;
            /** Format: date-time */
            finishedAt: string | null;
            mode: components["schemas"]["Mode"];
            progress: components["schemas"]["Progress"] | null;
            /** Format: int64 */
            sizeBytes: number;
            /** @enum {string} */
            state: "Mapping" | "Preview" | "CountsChanged" | "Submitted" | "Done" | "Failed" | "Undoing" | "Undone";
            /** Format: uuid */
            storageGuid: string;
            /** Format: date-time */
            submittedAt: string | null;
            /**
             * Format: date-time
             * @description End of the undo period. Null if there is nothing to undo.
             */
            undoUntil: string | null;
            /** Format: date-time */
            undoneAt: string | null;
            uploadType: components["schemas"]["UploadType"];
        };
        /** @description All data needed to continue an upload. */
        UploadDetails: {
            /** @description The first 200 conflicts of the undo. */
            conflicts: components["schemas"]["Conflict"][];
            /** @description Names of the firm's custom fields. */
            customFields: string[];
            mapping: components["schemas"]["Mapping"];
            reading: components["schemas"]["Reading"];
            /** @description The first 200 existing records that the import changed. Empty unless the import is done. */
            updated: components["schemas"]["UpdatedRecord"][];
            upload: components["schemas"]["Upload"];
        };
        /** @description Why an import failed. Nothing was imported. */
        UploadError: {
            /** @description Stable snake-case code. */
            code: string;
            message: string;
        };
        /** @description A stored file with detected settings and a suggested mapping. */
        UploadStart: {
            /** @description Names of the firm's custom fields. */
            customFields: string[];
            mapping: components["schemas"]["Mapping"];
            reading: components["schemas"]["Reading"];
            /** Format: uuid */
            storageGuid: string;
        };
        /**
         * @description 1 agents, 2 owners, 3 insureds, 4 policies, 5 annuities
         * @enum {integer}
         */
        UploadType: 1 | 2 | 3 | 4 | 5;
        /** @description The signed-in user. */
        UserDetails: {
            /**
             * @description Send it back as `x-firmbook-account`. Once another account is chosen, requests fail with 409
             *     `account_changed`.
             */
            account: string;
            /**
             * Format: int32
             * @description Null for users of a firm
             */
            adminUserType: number | null;
            adminUserTypeLabel: string | null;
            /** @description `comfortable` or `compact` */
            density: components["schemas"]["Density"];
            /**
             * Format: int32
             * @description 0 for staff who have not opened a firm
             */
            firmId: number;
            firmName: string;
            firmUserFirstName: string;
            firmUserLastName: string;
            /**
             * Format: int32
             * @description Null for staff
             */
            firmUserType: number | null;
            firmUserTypeLabel: string | null;
            hasAdminAccount: boolean;
            hasMultipleFirmAssignments: boolean;
            impersonation: components["schemas"]["ImpersonationDetails"] | null;
            /** @description Demo firms accept tax IDs that are never issued. */
            isDemoFirm: boolean;
            /** @description `auto`, `light` or `dark` */
            theme: components["schemas"]["Theme"];
            /** @description IANA name */
            timeZone: string;
            userKey: string;
        };
        /** @description A notification of a user. */
        UserNotification: {
            /** @description Path of the linked page. Null if there is none. */
            applicationUrl: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 in UTC.
             */
            createDate: string;
            /** @description Description of the subject. */
            displayName: string;
            isRead: boolean;
            /**
             * Format: int32
             * @description Number of the kind. Can be unknown to this version.
             */
            notificationType: number;
            /** @description `LapsePending`, or `Unknown (n)`. */
            notificationTypeName: string;
            /**
             * Format: date-time
             * @description End of the snooze, RFC 3339 in UTC. Null if the user has not snoozed the notification.
             */
            snoozedUntil: string | null;
            /** Format: int64 */
            userNotificationHistoryId: number;
        };
        /** @description The values recorded for a date. A later record for the same date replaces the earlier one. */
        ValueSnapshot: {
            /** Format: date */
            asOf: string;
            /** Format: date-time */
            recordedAt: string;
            /** @description `RecordSource` code. */
            source: string;
            values: components["schemas"]["Values"];
        };
        /** @description Values of a contract on a date. Amounts are US dollars, the crediting rate is percent per year. */
        Values: {
            annualizedPremium: string | null;
            cashValue: string | null;
            contractValue: string | null;
            creditingRate: string | null;
            deathBenefit: string | null;
            /** Format: int32 */
            lapseAge: number | null;
            loanBalance: string | null;
            premiumsPaid: string | null;
            surrenderValue: string | null;
        };
        /** @description A URL of a partner that receives events. */
        Webhook: {
            /** Format: date-time */
            createdAt: string;
            events: components["schemas"]["WebhookEvent"][];
            /** @description Whether events are sent */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Until when the secret before the current one signs as well. Null if it no longer does
             */
            previousSecretUntil: string | null;
            url: string;
            /** Format: uuid */
            uuid: string;
            /** Format: int32 */
            version: number;
        };
        /** @description A delivery of an event, as administrators see it. */
        WebhookDelivery: {
            /** Format: int32 */
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt: string | null;
            /** @description Name of the event, such as `contact.updated` */
            event: string;
            /**
             * Format: uuid
             * @description The `id` in the body. Same for replays
             */
            eventId: string;
            /** @description Whether the delivery repeats an earlier one */
            isReplay: boolean;
            /** @description Why the last attempt failed */
            lastError: string | null;
            /**
             * Format: int32
             * @description Status of the last response. Null if there was none
             */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description When a waiting delivery is attempted again. Null before the first attempt
             */
            nextAttemptAt: string | null;
            state: components["schemas"]["WebhookDeliveryState"];
            /** Format: uuid */
            uuid: string;
        };
        /** @enum {string} */
        WebhookDeliveryState: "waiting" | "delivered" | "failed";
        /**
         * @description An event that a webhook can subscribe to.
         * @enum {string}
         */
        WebhookEvent: "report.changed" | "import.finished" | "contact.updated";
        /** @description Request to add or change a webhook. */
        WebhookInput: {
            /** @description At least one */
            events: components["schemas"]["WebhookEvent"][];
            isActive: boolean;
            /** @description `https` URL of up to 500 characters. `http` is allowed for localhost only. */
            url: string;
            /**
             * Format: int32
             * @description Version of the record that the form loaded. Null for a new webhook
             */
            version?: number | null;
        };
        /**
         * @description A widget that partners can embed.
         * @enum {string}
         */
        Widget: "policyList" | "reportTotals" | "notifications" | "import";
        /** @description All work of a kind. */
        WorkCount: {
            /** @description Whether the viewer can assign the work to users. */
            canAssign: boolean;
            filter: components["schemas"]["FilterItem"][];
            /** @description `WorkKind` code. */
            kind: string;
            list: components["schemas"]["ListName"] | null;
            sort: components["schemas"]["Sort"][];
            title: string;
            /**
             * Format: int64
             * @description Number of rows in the view of the queue. Null for a hidden kind.
             */
            total: number | null;
        };
        /** @description A row of the queue. */
        WorkItem: {
            /** @description US dollars. */
            amount: string | null;
            amountLabel: string | null;
            assignee: components["schemas"]["Assignee"] | null;
            /** Format: date */
            day: string | null;
            /** @description `WorkKind` code. */
            kind: string;
            /** @description Policy or contract number, or what the record is, such as `Medical request`. */
            name: string;
            record: components["schemas"]["WorkRecord"];
            /**
             * Format: date
             * @description The first day on which the row is shown again. Null unless the viewer snoozed it.
             */
            snoozedUntil: string | null;
            /** @description What is due. */
            task: string;
            /**
             * Format: uuid
             * @description The trust of a gift.
             */
            trustUuid: string | null;
            /** @description `Urgency` code. */
            urgency: string;
            urgencyLabel: string;
            /**
             * Format: uuid
             * @description Identifies the row among those of its kind: the contract, owner, gift or request.
             */
            uuid: string;
            /** @description Insured, annuitant, trust or owner. */
            who: string | null;
        };
        /** @description Work that is due, earliest first. Rows without a date come last. */
        WorkQueue: {
            items: components["schemas"]["WorkItem"][];
            /** @description The kinds of work that the user can see, hidden ones included. */
            kinds: components["schemas"]["WorkCount"][];
            /**
             * Format: int64
             * @description Numbers of rows that are assigned to the viewer, and that the viewer snoozed.
             */
            mine: number;
            /**
             * Format: int64
             * @description Number of rows that the viewer has not snoozed.
             */
            open: number;
            /** Format: int64 */
            snoozed: number;
            /**
             * Format: int64
             * @description Number of rows of the shown kinds, of which `items` has the first.
             */
            total: number;
        };
        /** @description The record that a row opens. */
        WorkRecord: {
            /** @description `policy`, `annuity`, `owner`, `trust` or `insured`. */
            kind: string;
            /** Format: uuid */
            uuid: string;
        };
        /** @description Withdrawals from an annuity in the current contract year. */
        YearWithdrawals: {
            /** @description Sentence about what the free amount is based on, or why there is none. */
            basis: string;
            /** @description Null if there is no limit, or it is not known. */
            freeAmount: string | null;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            withdrawn: string;
        };
        bool: boolean;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
